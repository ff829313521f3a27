import type { Manifest } from '../../constructs/manifests/manifest.js';
import { block, expression } from '../../yaml/write/document.js';
import { commented } from './commented.js';
import { applicationSet, type Environment, environmentsOf } from './environments.js';
import { filled, valueAt } from './filled.js';
import { anyRelease, longestAction, nameHelpers, releaseNamed } from './helm-names.js';
import { rolloutTemplate, stepHelpers, type Template } from './helm-rollout.js';
import { environmentValues, valuesFiles } from './helm-values.js';
import { nextSteps } from './next-steps.js';
import type { ArgoCdChoice, NewService } from './service.js';
import { type ManifestFile, manifestFiles } from './service-objects.js';
import { applicationFile, applicationText, type NewFile, type WrittenService } from './style.js';

/**
 * A chart with values for what differs between environments: image, pods, replicas, steps and hosts. Names follow the release; only
 * those of routes within an object are fixed.
 */
export function helmStyle(service: NewService): WrittenService {
  const { name, namespace, argocd } = service;
  const made = manifestFiles(service, { serviceHosts: 'short' });
  const names = made.map(({ file }) => file);
  const any = manifestFiles({ ...service, name: anyRelease }, { serviceHosts: 'short' });
  const templates = any.map((one) => ({
    path: `${name}/templates/${one.file}`,
    text: templateText(one, names, service),
  }));
  const rendered = made.map((one) => ({ path: `${name}/${one.file}`, text: commented(one, names) }));
  const environments = environmentsOf(service, service.environments ?? []);
  const applications = argocd ? [deployer(service, argocd, environments)] : [];
  const rollouts = any.filter(({ file }) => file === 'rollout.yaml');
  const render = `helm template ${name} ${name} --namespace ${namespace}`;
  return {
    files: [
      ...rollouts.flatMap(({ manifest }) => valuesFiles(service, manifest)),
      ...environments.map((one) => environmentValues(service, one)),
      ...templates,
      {
        path: `${name}/templates/_helpers.tpl`,
        text: [...nameHelpers(service, longestReleaseName(made, service)), ...stepHelpers(service)].join(
          '\n',
        ),
      },
      ...applications,
    ],
    deployments: [{ files: [...rendered, ...applications] }],
    next: nextSteps(service, {
      look: render,
      lint: `${render} | rolloutkit lint -`,
      before: [[`helm lint ${name}`, 'values.schema.json checks the values']],
      environments,
    }),
  };
}

/** What deploys the chart: an Application, or an ApplicationSet for all environments. */
function deployer(
  service: NewService,
  { path }: ArgoCdChoice,
  environments: readonly Environment[],
): NewFile {
  const { name, namespace } = service;
  const deployed = manifestFiles(service, { namespace, serviceHosts: 'short' }).map(
    ({ manifest }) => manifest,
  );
  if (environments.length === 0)
    return {
      path: applicationFile(name),
      text: applicationText(name, service, { path, namespace }, deployed),
    };
  // Without the name of the release, names would follow that of the Application, which differs in each environment.
  const helm = { releaseName: name, valueFiles: ['values-{{.environment}}.yaml'] };
  return applicationSet(service, deployed, { environments, path, helm });
}

/** How long the name of a release can be, so that the name of each Service, which begins with it, is a DNS label. */
function longestReleaseName(made: readonly ManifestFile[], { router }: NewService): number {
  const [rollout] = made.filter(({ manifest }) => manifest.kind === 'Rollout');
  const shortest = rollout?.manifest.metadata.name.length ?? 0;
  const services = made.filter(({ manifest }) => manifest.kind === 'Service');
  const suffix = Math.max(0, ...services.map(({ manifest }) => manifest.metadata.name.length - shortest));
  return Math.min(63 - suffix, router === 'alb' ? longestAction : 63);
}

function templateText(one: ManifestFile, names: readonly string[], service: NewService): string {
  const { manifest, remarks = [] } = chartTemplate(one.manifest, service);
  const { metadata } = manifest;
  const labeled = {
    ...manifest,
    metadata: { ...metadata, labels: block(`include "${service.name}.labels" .`) as never },
  };
  const text = commented({ ...one, manifest: labeled, remarks: [...one.remarks, ...remarks] }, names);
  // Braces in an AnalysisTemplate are for Argo Rollouts, so Helm must not expand them.
  const own = one.file === 'analysistemplate.yaml' ? escaped(text) : text;
  return releaseNamed(own, service);
}

/** Lines with braces that Helm must write unchanged; those of the labels are for Helm. */
function escaped(text: string): string {
  return text
    .split('\n')
    .map((line) => (/^ *\{\{- include /.test(line) ? line : line.replaceAll('{{', '{{ "{{" }}')))
    .join('\n');
}

function chartTemplate(manifest: Manifest, service: NewService): Template {
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
    case 'ScaledObject':
      return {
        manifest: filled(
          manifest,
          (['min', 'max'] as const).map((key) => [
            ['spec', `${key}ReplicaCount`],
            expression(`{{ .Values.autoscaling.${key}Replicas }}`),
          ]),
        ),
      };
    case 'ServiceMonitor':
      return {
        manifest: filled(manifest, [
          [['spec', 'selector', 'matchLabels'], block(`include "${service.name}.podLabels" .`)],
        ]),
      };
    case 'VirtualService':
      return hosts.length === 0 ? { manifest } : virtualServiceTemplate(manifest, hosts);
    case 'Gateway':
      return gatewayTemplate(manifest);
    case 'HTTPRoute':
      return {
        manifest: hosts.length === 0 ? manifest : filled(manifest, [[['spec', 'hostnames'], hostsBlock()]]),
      };
    case 'Ingress': {
      if (hosts.length === 0) return { manifest };
      const host = expression('{{ .Values.host | quote }}');
      const hasTls = valueAt(manifest, ['spec', 'tls']) !== undefined;
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

function gatewayTemplate(manifest: Manifest): Template {
  const servers = valueAt(manifest, ['spec', 'servers']) as readonly unknown[];
  return {
    manifest: filled(
      manifest,
      servers.map((_, index) => [['spec', 'servers', index, 'hosts'], hostsBlock()]),
    ),
  };
}

/** Keeps its own name among the hosts, followed by the hosts of the values. */
function virtualServiceTemplate(manifest: Manifest, hosts: readonly string[]): Template {
  const path = ['spec', 'hosts'];
  const own = (valueAt(manifest, path) as readonly string[]).filter((one) => !hosts.includes(one));
  return {
    manifest: filled(manifest, [[path, [...own, expression('{{ . | quote }}')]]]),
    remarks: [
      { at: [...path, own.length], text: '{{- range .Values.hosts }}' },
      { at: path, text: '{{- end }}', isBelow: true },
    ],
  };
}
