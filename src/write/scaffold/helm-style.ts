import { isPlainObject, type Manifest, withoutFields } from '../../constructs/manifests/manifest.js';
import type { RouterKind } from '../../constructs/manifests/steps.js';
import type { Path } from '../../model/field.js';
import { block, expression, type Remark } from '../../yaml/write/document.js';
import { commented } from './commented.js';
import { chartValues, valuesFiles } from './helm-values.js';
import { nextSteps } from './next-steps.js';
import { hasManagedRoutes, isBesideSteps, isBlueGreen, type NewService } from './service.js';
import { type ManifestFile, manifestFiles } from './service-objects.js';
import { applicationFile, applicationText, type NewFile, type Written } from './style.js';

/**
 * A chart with values for what differs between environments: image, replicas, steps and hosts. Names are fixed, because objects refer
 * to each other by them.
 */
export function helmStyle(service: NewService): Written {
  const { name, namespace, argocd } = service;
  const made = manifestFiles(service, { serviceHosts: 'short' });
  const names = made.map(({ file }) => file);
  const templates = made.map((one) => ({
    path: `${name}/templates/${one.file}`,
    text: templateText(one, names, service),
  }));
  const rendered = made.map((one) => ({ path: `${name}/${one.file}`, text: commented(one, names) }));
  const helpers = helpersOf(service);
  const deployed = manifestFiles(service, { namespace, serviceHosts: 'short' });
  const applications: NewFile[] = argocd
    ? [
        {
          path: applicationFile(name),
          text: applicationText(
            name,
            argocd,
            { path: argocd.path, namespace },
            deployed.map(({ manifest }) => manifest),
          ),
        },
      ]
    : [];
  const rollouts = made.filter(({ file }) => file === 'rollout.yaml');
  return {
    files: [
      ...rollouts.flatMap(({ manifest }) => valuesFiles(service, manifest)),
      ...templates,
      ...(helpers.length > 0 ? [{ path: `${name}/templates/_helpers.tpl`, text: helpers.join('\n') }] : []),
      ...applications,
    ],
    deployments: [{ files: [...rendered, ...applications] }],
    next: nextSteps(service, {
      look: `helm template ${name} --namespace ${namespace}`,
      lint: `helm template ${name} --namespace ${namespace} | rolloutkit lint -`,
      before: [[`helm lint ${name}`, 'values.schema.json checks the values']],
    }),
  };
}

/** The named templates of a chart, for what follows from the steps of its values. */
function helpersOf(service: NewService): readonly string[] {
  const { name, router } = service;
  return [
    ...(hasManagedRoutes(router) && !isBlueGreen(service) ? [managedRoutesHelper(name, router)] : []),
    ...(isBesideSteps(service) ? [startingStepHelper(name)] : []),
  ];
}

/** An object as a template of the chart. */
interface Template {
  readonly manifest: Manifest;
  /** Lines of the template around fields. */
  readonly remarks?: readonly Remark[];
}

function templateText(one: ManifestFile, names: readonly string[], service: NewService): string {
  const { manifest, remarks = [] } = templateOf(one.manifest, service);
  const text = commented({ ...one, manifest, remarks: [...one.remarks, ...remarks] }, names);
  // Braces in an AnalysisTemplate are for Argo Rollouts, so Helm must not expand them.
  return one.file === 'analysistemplate.yaml' ? text.replaceAll('{{', '{{ "{{" }}') : text;
}

function templateOf(manifest: Manifest, service: NewService): Template {
  const { hosts } = service;
  switch (manifest.kind) {
    case 'Rollout':
      return rolloutTemplate(manifest, service);
    case 'HorizontalPodAutoscaler':
      return {
        manifest: filled(
          manifest,
          ['minReplicas', 'maxReplicas'].map((key) => [
            ['spec', key],
            expression(`{{ .Values.autoscaling.${key} }}`),
          ]),
        ),
      };
    case 'VirtualService':
      return hosts.length === 0 ? { manifest } : virtualServiceTemplate(manifest, hosts);
    case 'Gateway': {
      const servers = at(manifest, ['spec', 'servers']) as readonly unknown[];
      return {
        manifest: filled(
          manifest,
          servers.map((_, index) => [['spec', 'servers', index, 'hosts'], hostsBlock()]),
        ),
      };
    }
    case 'HTTPRoute':
      return {
        manifest: hosts.length === 0 ? manifest : filled(manifest, [[['spec', 'hostnames'], hostsBlock()]]),
      };
    case 'Ingress': {
      if (hosts.length === 0) return { manifest };
      const host = expression('{{ .Values.host | quote }}');
      const hasTls = at(manifest, ['spec', 'tls']) !== undefined;
      return {
        manifest: filled(manifest, [
          [['spec', 'rules', 0, 'host'], host],
          ...(hasTls ? ([[['spec', 'tls', 0, 'hosts', 0], host]] as const) : []),
        ]),
      };
    }
    default:
      return { manifest };
  }
}

const hostsBlock = (): object => block('toYaml .Values.hosts');

/** Keeps its own name among the hosts, followed by the hosts of the values. */
function virtualServiceTemplate(manifest: Manifest, hosts: readonly string[]): Template {
  const path = ['spec', 'hosts'];
  const own = (at(manifest, path) as readonly string[]).filter((one) => !hosts.includes(one));
  return {
    manifest: filled(manifest, [[path, [...own, expression('{{ . | quote }}')]]]),
    remarks: [
      { at: [...path, own.length], text: '{{- range .Values.hosts }}' },
      { at: path, text: '{{- end }}', isBelow: true },
    ],
  };
}

const podSpec = ['spec', 'template', 'spec'];
const container = [...podSpec, 'containers', 0];
const canary = ['spec', 'strategy', 'canary'];

function rolloutTemplate(manifest: Manifest, service: NewService): Template {
  const { header, router } = service;
  const hasReplicas = chartValues(service).replicas !== undefined;
  const hasSteps = !isBlueGreen(service);
  const headerValue = (key: string): object => expression(`{{ .Values.header.${key} | quote }}`);
  const annotations = [...canary, 'trafficRouting', 'nginx', 'additionalIngressAnnotations'];
  const rollout = filled(manifest, [
    ...(hasReplicas ? ([[['spec', 'replicas'], expression('{{ .Values.replicas }}')]] as const) : []),
    [[...container, 'image'], expression(imageTemplate(service))],
    [[...container, 'resources'], block('toYaml .Values.resources')],
    [[...podSpec, 'nodeSelector'], block('toYaml .')],
    [[...podSpec, 'tolerations'], block('toYaml .')],
    ...(hasSteps ? ([[[...canary, 'steps'], block('toYaml .Values.canary.steps')]] as const) : []),
    ...(isBesideSteps(service)
      ? ([
          [
            [...canary, 'analysis', 'startingStep'],
            expression(`{{ include "${service.name}.startingStep" . }}`),
          ],
        ] as const)
      : []),
    ...(hasSteps && router === 'nginx' && header
      ? ([
          [[...annotations, 'canary-by-header'], headerValue('name')],
          [[...annotations, 'canary-by-header-value'], headerValue('value')],
        ] as const)
      : []),
  ]);
  const remarks = [
    { at: [...podSpec, 'nodeSelector'], text: '{{- with .Values.nodeSelector }}' },
    { at: [...podSpec, 'tolerations'], text: '{{- end }}\n{{- with .Values.tolerations }}' },
    { at: podSpec, text: '{{- end }}', isBelow: true },
  ];
  if (!hasSteps || !hasManagedRoutes(router)) return { manifest: rollout, remarks };
  const routed = managedRoutesTemplate(rollout, service.name);
  return { ...routed, remarks: [...remarks, ...routed.remarks] };
}

function imageTemplate(service: NewService): string {
  return typeof chartValues(service).image === 'string'
    ? '{{ .Values.image | quote }}'
    : '"{{ .Values.image.repository }}:{{ .Values.image.tag }}"';
}

/** Declares the routes of the steps that the values set. */
function managedRoutesTemplate(rollout: Manifest, name: string): Required<Template> {
  const path = [...canary, 'trafficRouting'];
  const routing = at(rollout, path);
  if (!isPlainObject(routing)) return { manifest: rollout, remarks: [] };
  const others = withoutFields(routing, 'managedRoutes');
  const [first = ''] = Object.keys(others);
  const lines = [
    `{{- with include "${name}.managedRoutes" . }}`,
    `{{- . | nindent ${2 * path.length} }}`,
    '{{- end }}',
  ];
  return {
    manifest: filled(rollout, [[path, others]]),
    remarks: [{ at: [...path, first], text: lines.join('\n') }],
  };
}

function managedRoutesHelper(name: string, router: RouterKind): string {
  const keys =
    router === 'alb' || router === 'gateway' ? ['setHeaderRoute'] : ['setHeaderRoute', 'setMirrorRoute'];
  return [
    '{{/*',
    `The routes that the controller manages, which are those that steps set, each once${keys.length > 1 ? ', header routes before mirror routes' : ''}.`,
    '*/}}',
    `{{- define "${name}.managedRoutes" -}}`,
    '{{- $names := list }}',
    ...keys.flatMap((key) => [
      '{{- range .Values.canary.steps }}',
      `{{- with .${key} }}`,
      '{{- $names = append $names .name }}',
      '{{- end }}',
      '{{- end }}',
    ]),
    '{{- with uniq $names -}}',
    'managedRoutes:',
    '{{- range . }}',
    '  - name: {{ . | quote }}',
    '{{- end }}',
    '{{- end }}',
    '{{- end }}',
    '',
  ].join('\n');
}

function startingStepHelper(name: string): string {
  return [
    '{{/*',
    'The step with which the analysis begins: the one after the first weight, before which the new version has no requests.',
    '*/}}',
    `{{- define "${name}.startingStep" -}}`,
    '{{- $start := 0 }}',
    '{{- range $index, $step := .Values.canary.steps }}',
    '{{- if and (eq (int $start) 0) (gt (int $step.setWeight) 0) }}',
    '{{- $start = add $index 1 }}',
    '{{- end }}',
    '{{- end }}',
    '{{- min $start (sub (len .Values.canary.steps) 1) }}',
    '{{- end }}',
    '',
  ].join('\n');
}

function at(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return value;
  return at((value as Readonly<Record<string | number, unknown>> | undefined)?.[key], rest);
}

/** An object with the values at these paths replaced. */
function filled(manifest: Manifest, values: readonly (readonly [path: Path, value: unknown])[]): Manifest {
  return values.reduce<unknown>((one, [path, value]) => replaced(one, path, value), manifest) as Manifest;
}

/** A value with the one at a path replaced. */
function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === key ? replaced(item, rest, by) : item));
  const map = isPlainObject(value) ? value : {};
  return { ...map, [key]: replaced(map[key], rest, by) };
}
