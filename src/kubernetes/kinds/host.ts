import type { Resource } from '../../model/resource.js';
import type { Target } from '../../model/reference.js';

/** A host, and the namespace of the resource that contains it. */
export interface WrittenHost {
  readonly host: string;
  readonly namespace: string | undefined;
}

/**
 * The Service that a host means in Istio: a short name is resolved in the namespace of its resource, a full name contains its
 * namespace. Undefined for everything else, including `name.namespace`.
 * https://istio.io/latest/docs/reference/config/networking/virtual-service/#Destination
 */
export function serviceOfHost(host: string): Target | undefined {
  if (host === '' || host.includes('*')) return undefined;
  const [name = '', namespace, svc, ...domain] = host.split('.');
  if (namespace === undefined) return service(name);
  if (svc !== 'svc' || domain.at(-1) !== 'local') return undefined;
  // A Service that another cluster exports.
  return domain[0] === 'clusterset' ? undefined : service(name, namespace);
}

/**
 * The Service that DNS resolves for `name.namespace` or `name.namespace.svc`. Istio treats every name with a dot as a full name,
 * so it finds no Service.
 * https://github.com/istio/istio/blob/1.30.0/pilot/pkg/model/config.go (ResolveShortnameToFQDN)
 */
export function serviceOfPartialHost(host: string): Target | undefined {
  const [name = '', namespace, svc, ...rest] = host.split('.');
  const isPartial = namespace !== undefined && (svc === undefined || svc === 'svc') && rest.length === 0;
  return isPartial && name !== '' && !host.includes('*') ? service(name, namespace) : undefined;
}

function service(name: string, namespace?: string): Target {
  return { group: '', kind: 'Service', name, namespace };
}

/** The full name for a short one, if its namespace is known; any other host unchanged. */
export function fullHost({ host, namespace }: WrittenHost): string {
  const isShort = host !== '' && !/[.*]/.test(host) && namespace !== undefined;
  return isShort ? `${host}.${namespace}.svc.cluster.local` : host;
}

/** Whether two hosts are the same in Istio; an unknown namespace equals any. */
export function sameHost(left: WrittenHost, right: WrittenHost): boolean {
  const [a, b] = [serviceOfHost(left.host), serviceOfHost(right.host)];
  if (!a || !b) return left.host === right.host;
  const [inA, inB] = [a.namespace ?? left.namespace, b.namespace ?? right.namespace];
  return a.name === b.name && (inA === undefined || inB === undefined || inA === inB);
}

/** The label that all forms of a host share. */
export function firstLabel(host: string): string {
  return host.split('.', 1)[0] ?? '';
}

/**
 * Whether two hosts, each exact or with a wildcard prefix, overlap.
 * https://github.com/istio/istio/blob/1.30.0/pkg/config/host/name.go (Matches)
 */
export function hostsOverlap(left: string, right: string): boolean {
  if (!left.startsWith('*')) return right.startsWith('*') ? left.endsWith(right.slice(1)) : left === right;
  if (!right.startsWith('*')) return right.endsWith(left.slice(1));
  return left.slice(1).endsWith(right.slice(1)) || right.slice(1).endsWith(left.slice(1));
}

/** The ports of a Service by number and by name. */
export function servicePorts(
  service: Resource,
): readonly { number: number | undefined; name: string | undefined }[] {
  return service
    .at('spec', 'ports')
    .items.map((port) => ({ number: port.at('port').number, name: port.at('name').text }));
}
