import {
  applicationSetSpec,
  type ApplicationSetSpec,
  argoCdApiVersion,
  defaultArgoCdNamespace,
} from '../../constructs/manifests/application.js';
import type { Manifest } from '../../constructs/manifests/manifest.js';
import { toDocument } from '../../yaml/write/document.js';
import type { NewService } from './service.js';
import {
  applicationProps,
  applicationRemarks,
  applicationSetFile,
  namesRemark,
  type NewFile,
} from './style.js';

/** One environment of a service, and what differs in it. */
export interface Environment {
  readonly name: string;
  readonly namespace: string;
  readonly hosts: readonly string[];
  /** Whether it is the last one, which has the namespace and the hosts of the service. */
  readonly isLast: boolean;
}

/** The environments of a service, in their order. */
export function environmentsOf(
  { namespace, hosts }: NewService,
  names: readonly string[],
): readonly Environment[] {
  return names.map((name, index) => {
    const isLast = index === names.length - 1;
    return isLast
      ? { name, namespace, hosts, isLast }
      : { name, namespace: `${namespace}-${name}`, hosts: hosts.map((host) => hostIn(name, host)), isLast };
  });
}

/** Two environments cannot share a host; a wildcard stays one. */
function hostIn(environment: string, host: string): string {
  return host.startsWith('*.') ? `*.${environment}.${host.slice(2)}` : `${environment}.${host}`;
}

/** What the Applications of all environments have in common. */
interface Common {
  readonly environments: readonly Environment[];
  /** What they deploy; `{{.environment}}` is the name of one. */
  readonly path: string;
  /** @default - none */
  readonly helm?: Readonly<Record<string, unknown>>;
}

/** The specification of an ApplicationSet with an Application for each environment, without what its Applications ignore. */
export function applicationSetProps(
  service: NewService,
  { environments, path, helm }: Common,
): ApplicationSetSpec {
  const props = applicationProps(service, { path, namespace: '{{.namespace}}' });
  return {
    goTemplate: true,
    goTemplateOptions: ['missingkey=error'],
    generators: [
      {
        list: { elements: environments.map((one) => ({ environment: one.name, namespace: one.namespace })) },
      },
    ],
    template: {
      metadata: { name: `${service.name}-{{.environment}}` },
      spec: { ...props, source: { ...props.source, ...(helm && { helm }) } },
    },
  };
}

/**
 * An ApplicationSet with an Application for each environment. Objects have the same names in all of them, so all
 * Applications ignore the same differences.
 */
export function applicationSet(service: NewService, objects: readonly Manifest[], common: Common): NewFile {
  const { name } = service;
  const { spec } = applicationSetSpec(applicationSetProps(service, common), objects);
  const manifest = {
    apiVersion: argoCdApiVersion,
    kind: 'ApplicationSet',
    metadata: { name, namespace: defaultArgoCdNamespace },
    spec,
  };
  const remarks = applicationRemarks(service).map(({ at, text }) => ({
    at: ['spec', 'template', ...at],
    text,
  }));
  return {
    path: applicationSetFile(name),
    text: toDocument(manifest, [
      namesRemark,
      {
        at: ['spec', 'generators', 0, 'list', 'elements'],
        text: 'An Application for each. Another environment is an element here and its own values.',
      },
      ...remarks,
    ]),
  };
}
