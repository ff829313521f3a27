import { isPlain, type Manifest } from '../../constructs/manifests/manifest.js';
import type { RouterKind } from '../../constructs/manifests/steps.js';
import type { Path } from '../../model/field.js';
import { toYaml } from '../../report/yaml.js';
import { commented } from './commented.js';
import { HelmTemplate } from './helm-template.js';
import { chartValues, resourcesOf, stepsOfChart, valuesFiles } from './helm-values.js';
import { nextSteps } from './next-steps.js';
import { hasManagedRoutes, isBlueGreen, type NewService } from './service.js';
import { type ManifestFile, manifestFiles } from './service-objects.js';
import { application, applicationFile, type NewFile, type Written } from './style.js';
import { applicationRemark } from './yaml-style.js';

/**
 * A chart that leaves open what differs between environments: image, replicas, steps and hosts. All names stay as they
 * are, for they depend on each other.
 */
export function helmStyle(service: NewService): Written {
  const { name, namespace, argocd, router } = service;
  const made = manifestFiles(service, { serviceHosts: 'short' });
  const template = new HelmTemplate();
  const all = made.map((one) => opened(one, service, template));
  const names = all.map(({ file }) => file);
  const texts = all.map((one) => ({ file: one.file, text: commented(one, names) }));
  const templates = texts.map(({ file, text }) => ({
    path: `${name}/templates/${file}`,
    // What an AnalysisTemplate has in braces is for Argo Rollouts.
    text: template.template(file === 'analysistemplate.yaml' ? text.replaceAll('{{', '{{ "{{" }}') : text),
  }));
  const rendered = texts.map(({ file, text }) => ({
    path: `${name}/${file}`,
    text: template.rendered(text),
  }));
  const helpers: NewFile[] =
    hasManagedRoutes(router) && !isBlueGreen(service)
      ? [{ path: `${name}/templates/_helpers.tpl`, text: managedRoutesHelper(name, router) }]
      : [];
  const deployed = manifestFiles(service, { namespace, serviceHosts: 'short' });
  const applications: NewFile[] = argocd
    ? [
        applicationOf(
          service,
          argocd,
          deployed.map(({ manifest }) => manifest),
        ),
      ]
    : [];
  const rollouts = made.filter(({ file }) => file === 'rollout.yaml');
  return {
    files: [
      ...rollouts.flatMap(({ manifest }) => valuesFiles(service, manifest)),
      ...templates,
      ...helpers,
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

function applicationOf(
  { name, namespace }: NewService,
  argocd: NonNullable<NewService['argocd']>,
  objects: readonly Manifest[],
): NewFile {
  const made = application(name, argocd, { path: argocd.path, namespace }, objects);
  return { path: applicationFile(name), text: `${applicationRemark}\n${toYaml(made)}` };
}

/** An object with holes where the values of the chart go. */
function opened(one: ManifestFile, service: NewService, template: HelmTemplate): ManifestFile {
  return { ...one, manifest: openedManifest(one.manifest, service, template) };
}

const podSpec = ['spec', 'template', 'spec'];
const container = [...podSpec, 'containers', 0];

function openedManifest(manifest: Manifest, service: NewService, template: HelmTemplate): Manifest {
  const { hosts } = service;
  const [host] = hosts;
  const put = (one: Manifest, path: Path, value: unknown): Manifest => replaced(one, path, value) as Manifest;
  switch (manifest.kind) {
    case 'Rollout':
      return openedRollout(manifest, service, template);
    case 'HorizontalPodAutoscaler':
      return (['minReplicas', 'maxReplicas'] as const).reduce(
        (one, key) =>
          put(
            one,
            ['spec', key],
            template.scalar(`{{ .Values.autoscaling.${key} }}`, at(one, ['spec', key])),
          ),
        manifest,
      );
    case 'VirtualService': {
      if (hosts.length === 0) return manifest;
      const own = (at(manifest, ['spec', 'hosts']) as readonly string[]).filter(
        (one) => !hosts.includes(one),
      );
      const range = ['{{- range .Values.hosts }}', '- {{ . | quote }}', '{{- end }}'];
      return put(manifest, ['spec', 'hosts'], [...own, template.lines(range, hosts)]);
    }
    case 'Gateway':
      return (at(manifest, ['spec', 'servers']) as readonly unknown[]).reduce<Manifest>(
        (one, _, index) =>
          put(one, ['spec', 'servers', index, 'hosts'], template.block('toYaml .Values.hosts', hosts)),
        manifest,
      );
    case 'HTTPRoute':
      if (hosts.length === 0) return manifest;
      return put(manifest, ['spec', 'hostnames'], template.block('toYaml .Values.hosts', hosts));
    case 'Ingress': {
      if (host === undefined) return manifest;
      const hole = template.scalar('{{ .Values.host | quote }}', host);
      const ruled = put(manifest, ['spec', 'rules', 0, 'host'], hole);
      return at(ruled, ['spec', 'tls']) === undefined
        ? ruled
        : put(ruled, ['spec', 'tls', 0, 'hosts', 0], hole);
    }
    default:
      return manifest;
  }
}

function openedRollout(manifest: Manifest, service: NewService, template: HelmTemplate): Manifest {
  const { name, header, router } = service;
  const values = chartValues(service);
  const canary = ['spec', 'strategy', 'canary'];
  let rollout: unknown = manifest;
  const put = (path: Path, value: unknown): void => {
    rollout = replaced(rollout, path, value);
  };
  if (values.replicas !== undefined)
    put(['spec', 'replicas'], template.scalar('{{ .Values.replicas }}', values.replicas));
  put([...container, 'image'], template.scalar(imageTemplate(service), service.image));
  put([...container, 'resources'], template.block('toYaml .Values.resources', resourcesOf(manifest)));
  const placed = ['nodeSelector', 'tolerations'].map((key) =>
    template.lines(
      [`{{- with .Values.${key} }}`, `${key}:`, '  {{- toYaml . | nindent BELOW }}', '{{- end }}'],
      undefined,
    ),
  );
  put(podSpec, {
    ...(at(rollout, podSpec) as object),
    ...Object.fromEntries(placed.map((hole) => [hole, null])),
  });
  if (isBlueGreen(service)) return rollout as Manifest;
  put([...canary, 'steps'], template.block('toYaml .Values.canary.steps', stepsOfChart(manifest)));
  if (hasManagedRoutes(router)) rollout = withManagedRoutes(rollout as Manifest, name, template);
  if (router === 'nginx' && header) {
    const place = [...canary, 'trafficRouting', 'nginx', 'additionalIngressAnnotations'];
    const scalar = (key: 'name' | 'value'): string =>
      template.scalar(`{{ .Values.header.${key} | quote }}`, header[key]);
    put([...place, 'canary-by-header'], scalar('name'));
    put([...place, 'canary-by-header-value'], scalar('value'));
  }
  return rollout as Manifest;
}

function imageTemplate(service: NewService): string {
  return typeof chartValues(service).image === 'string'
    ? '{{ .Values.image | quote }}'
    : '"{{ .Values.image.repository }}:{{ .Values.image.tag }}"';
}

/** The routes of the steps, whatever steps the values have. */
function withManagedRoutes(rollout: Manifest, name: string, template: HelmTemplate): Manifest {
  const path = ['spec', 'strategy', 'canary', 'trafficRouting'];
  const routing = at(rollout, path);
  if (!isPlain(routing)) return rollout;
  const { managedRoutes, ...others } = routing;
  const hole = template.lines(
    [`{{- with include "${name}.managedRoutes" . }}`, '{{- . | nindent INDENT }}', '{{- end }}'],
    managedRoutes === undefined ? undefined : { managedRoutes },
  );
  return replaced(rollout, path, { [hole]: null, ...others }) as Manifest;
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

function at(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return value;
  return at((value as Readonly<Record<string | number, unknown>> | undefined)?.[key], rest);
}

/** A value with another one at the end of a path that exists. */
function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === key ? replaced(item, rest, by) : item));
  const map = isPlain(value) ? value : {};
  return { ...map, [key]: replaced(map[key], rest, by) };
}
