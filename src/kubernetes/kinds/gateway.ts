import type { Resource } from '../../model/resource.js';

/**
 * The hosts that a Gateway serves to VirtualServices of a namespace; `namespace/host` restricts a host to one namespace, `./host`
 * to the Gateway's own.
 * https://istio.io/latest/docs/reference/config/networking/gateway/#Server
 */
export function servedHosts(
  gateway: Resource,
  own: string | undefined,
  namespace: string | undefined,
): readonly string[] {
  return gateway
    .at('spec', 'servers')
    .items.flatMap((server) => server.at('hosts').items)
    .flatMap(({ text = '' }) => {
      const slash = text.indexOf('/');
      if (slash === -1) return [text];
      const wanted = text.slice(0, slash) === '.' ? own : text.slice(0, slash);
      const isServed =
        wanted === '*' || wanted === undefined || namespace === undefined || wanted === namespace;
      return isServed ? [text.slice(slash + 1)] : [];
    });
}
