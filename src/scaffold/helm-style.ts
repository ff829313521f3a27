import { objectsOf } from '../manifests/canary.js';
import { isPlain, type Manifest } from '../manifests/manifest.js';
import type { RouterKind } from '../manifests/steps.js';
import type { Path } from '../model/field.js';
import { toYaml } from '../report/yaml.js';
import { commented } from './commented.js';
import { HelmTemplate } from './helm-template.js';
import { chartValues, stepsOfChart, valuesFiles } from './helm-values.js';
import {
  hasManagedRoutes,
  type ManifestFile,
  manifestFiles,
  type NewService,
  objectsFor,
} from './service.js';
import { application, applicationFile, type NewFile, type Written } from './style.js';
import { applicationRemark } from './yaml-style.js';

/**
 * A chart that leaves open what differs between environments: image, replicas, steps and hosts. All names stay as they
 * are, for they depend on each other.
 */
export function helmStyle(service: NewService): Written {
  const { name, namespace, argocd, router } = service;
  const manifests = objectsFor(service, { serviceHosts: 'short' });
  const template = new HelmTemplate();
  const all = manifestFiles(manifests).map((one) => opened(one, service, template));
  const names = all.map(({ file }) => file);
  const texts = all.map((one) => ({ file: one.file, text: commented(one, names) }));
  const templates = texts.map(({ file, text }) => ({
    path: `${name}/templates/${file}`,
    text: template.template(text),
  }));
  const rendered = texts.map(({ file, text }) => ({
    path: `${name}/${file}`,
    text: template.rendered(text),
  }));
  const helpers: NewFile[] = hasManagedRoutes(router)
    ? [{ path: `${name}/templates/_helpers.tpl`, text: managedRoutesHelper(name, router) }]
    : [];
  const applications: NewFile[] = argocd
    ? [applicationOf(service, argocd, objectsOf(objectsFor(service, { namespace, serviceHosts: 'short' })))]
    : [];
  return {
    files: [...valuesFiles(service, manifests), ...templates, ...helpers, ...applications],
    deployments: [{ files: [...rendered, ...applications] }],
    next: [`helm template ${name} --namespace ${namespace} | rolloutkit lint -`],
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
function opened({ file, manifest }: ManifestFile, service: NewService, template: HelmTemplate): ManifestFile {
  const { name, hosts, header, router } = service;
  const values = chartValues(service);
  const put = (one: Manifest, path: Path, value: unknown): Manifest =>
    isPlain(one) ? (replaced(one, path, value) as Manifest) : one;
  const canary = ['spec', 'strategy', 'canary'];
  switch (manifest.kind) {
    case 'Rollout': {
      let rollout = put(
        manifest,
        ['spec', 'replicas'],
        template.scalar('{{ .Values.replicas }}', values.replicas),
      );
      rollout = put(
        rollout,
        ['spec', 'template', 'spec', 'containers', 0, 'image'],
        template.scalar(imageTemplate(service), service.image),
      );
      const steps = stepsOfChart(manifest);
      rollout = put(rollout, [...canary, 'steps'], template.block('toYaml .Values.canary.steps', steps));
      if (hasManagedRoutes(router)) rollout = withManagedRoutes(rollout, name, template);
      if (router === 'nginx' && header) {
        const at = [...canary, 'trafficRouting', 'nginx', 'additionalIngressAnnotations'];
        const scalar = (key: 'name' | 'value'): string =>
          template.scalar(`{{ .Values.header.${key} | quote }}`, header[key]);
        rollout = put(rollout, [...at, 'canary-by-header'], scalar('name'));
        rollout = put(rollout, [...at, 'canary-by-header-value'], scalar('value'));
      }
      return { file, manifest: rollout };
    }
    case 'VirtualService': {
      if (hosts.length === 0) return { file, manifest };
      const own = (at(manifest, ['spec', 'hosts']) as readonly string[]).filter(
        (host) => !hosts.includes(host),
      );
      const range = ['{{- range .Values.hosts }}', '- {{ . | quote }}', '{{- end }}'];
      return { file, manifest: put(manifest, ['spec', 'hosts'], [...own, template.lines(range, hosts)]) };
    }
    case 'Gateway':
      return {
        file,
        manifest: put(
          manifest,
          ['spec', 'servers', 0, 'hosts'],
          template.block('toYaml .Values.hosts', hosts),
        ),
      };
    case 'HTTPRoute': {
      if (hosts.length === 0) return { file, manifest };
      return {
        file,
        manifest: put(manifest, ['spec', 'hostnames'], template.block('toYaml .Values.hosts', hosts)),
      };
    }
    case 'Ingress': {
      const [host] = hosts;
      if (host === undefined) return { file, manifest };
      return {
        file,
        manifest: put(
          manifest,
          ['spec', 'rules', 0, 'host'],
          template.scalar('{{ .Values.host | quote }}', host),
        ),
      };
    }
    default:
      return { file, manifest };
  }
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
