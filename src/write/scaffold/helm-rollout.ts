import { isPlainObject, type Manifest, withoutFields } from '../../constructs/manifests/manifest.js';
import type { RouterKind } from '../../constructs/manifests/steps.js';
import type { Path } from '../../model/field.js';
import { block, expression, type Remark } from '../../yaml/write/document.js';
import { filled, valueAt } from './filled.js';
import { chartValues, probeValues, probesOf } from './helm-values.js';
import { hasManagedRoutes, isBesideSteps, isBlueGreen, type NewService } from './service.js';

/** An object as a template of the chart. */
export interface Template {
  readonly manifest: Manifest;
  /** Lines of the template around fields. */
  readonly remarks?: readonly Remark[];
}

const pod = ['spec', 'template'];
const podSpec = [...pod, 'spec'];
const container = [...podSpec, 'containers', 0];
const canaryKeys = ['spec', 'strategy', 'canary'];

type Values = readonly (readonly [path: Path, value: unknown])[];

/** The Rollout of a chart. */
export function rolloutTemplate(manifest: Manifest, service: NewService): Template {
  const rollout = filled(manifest, [
    ...(chartValues(service).replicas === undefined
      ? []
      : ([[['spec', 'replicas'], expression('{{ .Values.replicas }}')]] as const)),
    ...podValues(manifest, service),
    ...strategyValues(service),
  ]);
  const remarks = [
    { at: [...podSpec, 'nodeSelector'], text: '{{- with .Values.nodeSelector }}' },
    { at: [...podSpec, 'tolerations'], text: '{{- end }}\n{{- with .Values.tolerations }}' },
    { at: podSpec, text: '{{- end }}', isBelow: true },
    { at: [...container, 'env'], text: '{{- with .Values.env }}' },
    { at: container, text: '{{- end }}', isBelow: true },
    { at: [...pod, 'metadata', 'annotations'], text: '{{- with .Values.podAnnotations }}' },
    { at: [...pod, 'metadata'], text: '{{- end }}', isBelow: true },
    {
      at: [...pod, 'metadata', 'labels'],
      text: `{{- include "${service.name}.podLabels" . | nindent 8 }}`,
      isBelow: true,
    },
    ...probeValues.map(([key, value]) => ({
      at: [...container, key],
      text: `{{- toYaml .Values.probes.${value} | nindent 12 }}`,
      isBelow: true,
    })),
  ];
  if (isBlueGreen(service) || !hasManagedRoutes(service.router)) return { manifest: rollout, remarks };
  const routed = managedRoutesTemplate(rollout, service.name);
  return { ...routed, remarks: [...remarks, ...routed.remarks] };
}

/** What the values set of pods. */
function podValues(manifest: Manifest, service: NewService): Values {
  const probes = probesOf(manifest);
  const port = expression('{{ .Values.port }}');
  const { app } = valueAt(manifest, [...pod, 'metadata', 'labels']) as Readonly<Record<string, string>>;
  return [
    [[...pod, 'metadata', 'labels'], { app }],
    [[...pod, 'metadata', 'annotations'], block('toYaml .')],
    [[...container, 'name'], service.name],
    [[...container, 'image'], expression(imageTemplate(service))],
    [[...container, 'imagePullPolicy'], expression(`{{ .Values.${pullPolicyAt(service)} }}`)],
    [[...container, 'ports', 0, 'containerPort'], port],
    ...probeValues.map(
      ([key]) => [[...container, key], handlerTemplate(probes[key]?.handler, port)] as const,
    ),
    [[...container, 'resources'], block('toYaml .Values.resources')],
    [[...container, 'env'], block('toYaml .')],
    [[...podSpec, 'nodeSelector'], block('toYaml .')],
    [[...podSpec, 'tolerations'], block('toYaml .')],
  ];
}

/** What a probe calls: the path is a value, and a port by its number that of the values. */
function handlerTemplate(handler: unknown, port: object): unknown {
  const [[kind, called] = ['', undefined]] = Object.entries(isPlainObject(handler) ? handler : {});
  if (!isPlainObject(called)) return handler;
  return {
    [kind]: {
      ...called,
      ...('path' in called && { path: expression('{{ .Values.probes.path | quote }}') }),
      ...(typeof called['port'] === 'number' && { port }),
    },
  };
}

/** Where the values have the policy by which an image is pulled. */
function pullPolicyAt(service: NewService): string {
  return typeof chartValues(service).image === 'string' ? 'imagePullPolicy' : 'image.pullPolicy';
}

function imageTemplate(service: NewService): string {
  return typeof chartValues(service).image === 'string'
    ? '{{ .Values.image | quote }}'
    : '"{{ .Values.image.repository }}:{{ .Values.image.tag }}"';
}

/** What the values set of the strategy. */
function strategyValues(service: NewService): Values {
  const { header, router, name } = service;
  if (isBlueGreen(service)) return [];
  const headerValue = (key: string): object => expression(`{{ .Values.header.${key} | quote }}`);
  const annotations = [...canaryKeys, 'trafficRouting', 'nginx', 'additionalIngressAnnotations'];
  // A step of an analysis names its template, which follows the release.
  const steps =
    service.analysis && !isBesideSteps(service) ? 'tpl (toYaml .Values.canary.steps) .' : undefined;
  return [
    [[...canaryKeys, 'steps'], block(steps ?? 'toYaml .Values.canary.steps')],
    ...(isBesideSteps(service)
      ? ([
          [[...canaryKeys, 'analysis', 'startingStep'], expression(`{{ include "${name}.startingStep" . }}`)],
        ] as const)
      : []),
    ...(router === 'nginx' && header
      ? ([
          [[...annotations, 'canary-by-header'], headerValue('name')],
          [[...annotations, 'canary-by-header-value'], headerValue('value')],
        ] as const)
      : []),
  ];
}

/** Declares the routes of the steps that the values set. */
function managedRoutesTemplate(rollout: Manifest, name: string): Required<Template> {
  const path = [...canaryKeys, 'trafficRouting'];
  const routing = valueAt(rollout, path);
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

/** The named templates of a chart, for what follows from the steps of its values. */
export function stepHelpers(service: NewService): readonly string[] {
  const { name, router } = service;
  return [
    ...(hasManagedRoutes(router) && !isBlueGreen(service) ? [managedRoutesHelper(name, router)] : []),
    ...(isBesideSteps(service) ? [startingStepHelper(name)] : []),
  ];
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
