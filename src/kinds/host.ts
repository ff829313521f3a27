import type { Resource } from '../model/resource.js';
import type { Target } from '../model/reference.js';

/**
 * The Service that a host may mean: a short name is looked up in the namespace of the resource that holds it, a
 * cluster name carries its namespace. Undefined for what is no name inside the cluster.
 * https://istio.io/latest/docs/reference/config/networking/virtual-service/#Destination
 */
export function serviceOfHost(host: string): Target | undefined {
  if (host === '' || host.includes('*')) return undefined;
  const [name = '', namespace, svc, ...domain] = host.split('.');
  if (namespace === undefined) return { group: '', kind: 'Service', name };
  // `name.namespace`, `name.namespace.svc` and `name.namespace.svc.<cluster domain>`.
  if (svc !== undefined && svc !== 'svc') return undefined;
  if (domain.length > 0 && domain.at(-1) !== 'local') return undefined;
  return { group: '', kind: 'Service', name, namespace };
}

/** Whether two hosts written in two resources of the given namespaces mean one host. */
export function sameHost(
  left: { host: string; namespace: string | undefined },
  right: { host: string; namespace: string | undefined },
): boolean {
  if (left.host === right.host && left.host.includes('.')) return true;
  const a = serviceOfHost(left.host);
  const b = serviceOfHost(right.host);
  if (!a || !b) return left.host === right.host;
  const [inA, inB] = [a.namespace ?? left.namespace, b.namespace ?? right.namespace];
  return a.name === b.name && (inA === undefined || inB === undefined || inA === inB);
}

/** The ports of a Service by number and by name. */
export function servicePorts(service: Resource): readonly { number: number | undefined; name: string | undefined }[] {
  return service
    .at('spec', 'ports')
    .items.map((port) => ({ number: port.at('port').number, name: port.at('name').text }));
}
