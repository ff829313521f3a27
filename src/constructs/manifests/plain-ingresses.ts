import { calledService, type ServicesByRole } from './called-service.js';
import { ingressManifest } from './ingresses.js';
import {
  type Existing,
  type Manifest,
  type ManifestContext,
  type ObjectMetadata,
  refuse,
} from './manifest.js';
import type { ServiceRole } from './services.js';
import type { IngressTls } from './upstream-types.js';

/** An Ingress that no traffic router splits: all its requests reach one Service. */
export interface IngressProps extends ObjectMetadata {
  /**
   * The name: `metadata.name`.
   * @default - the name of the Service
   */
  readonly name?: string;
  /**
   * The Service that it leads to: by what it is for, or with its name, such as `{ name: 'shop-metrics' }`.
   * @default - that of all pods or of the stable or active version, by which callers know the Rollout
   */
  readonly to?: ServiceRole | Existing;
  /**
   * The port of the Service, by its name; one that is not made here needs it.
   * @default - the first port
   */
  readonly port?: string;
  /**
   * The host of the requests, or several (`spec.rules[].host`).
   * @default - any
   */
  readonly host?: string | readonly string[];
  /**
   * The path of the requests, or several, in the order in which they are tried. Each is for all hosts.
   * @default '/'
   */
  readonly path?: string | readonly string[];
  /**
   * How paths are compared: `spec.rules[].http.paths[].pathType`.
   * @default 'Prefix'
   */
  readonly pathType?: 'Exact' | 'Prefix' | 'ImplementationSpecific';
  /**
   * The class: `spec.ingressClassName`.
   * @default - the default class of the cluster
   */
  readonly ingressClassName?: string;
  /**
   * `tls` of the Ingress.
   * @default - none
   */
  readonly tls?: readonly IngressTls[];
}

/** @throws {UnfitProps} for a Service that the Rollout has not, and for two Ingresses of one name */
export function plainIngresses(
  given: readonly IngressProps[],
  services: ServicesByRole,
  context: ManifestContext,
  split?: Manifest,
): readonly Manifest[] {
  const made = given.map((props) => plainIngress(props, services, context));
  const names = [...(split ? [split] : []), ...made].map(({ metadata }) => metadata.name);
  const twice = names.find((one, index) => names.indexOf(one) < index);
  if (twice !== undefined)
    refuse(`Two Ingresses are named "${twice}"; give one of "ingresses" another "name".`);
  return made;
}

function plainIngress(
  { to, port, name, host, path = '/', pathType = 'Prefix', ingressClassName, tls, ...metadata }: IngressProps,
  services: ServicesByRole,
  context: ManifestContext,
): Manifest {
  const { name: serviceName, ports } = calledService(to, services, 'An Ingress');
  const portName = port ?? ports?.[0]?.name;
  if (portName === undefined)
    refuse(
      `The ports of Service "${serviceName}" are not known here; set "port" of the Ingress to the name of one.`,
    );
  return ingressManifest(
    context,
    { ...metadata, name: name ?? serviceName },
    { host, tls },
    {
      ingressClassName: ingressClassName ?? false,
      path,
      pathType,
      backend: { service: { name: serviceName, port: { name: portName } } },
    },
  );
}
