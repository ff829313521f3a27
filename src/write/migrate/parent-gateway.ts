import { gatewayGroup } from '../../kubernetes/kinds/gateway-defaults.js';
import type { Graph } from '../../repository/graph/graph.js';
import { listenerName, listenersField } from '../../kubernetes/kinds/kubernetes-gateway.js';
import type { ParentGateway } from '../../constructs/manifests/traffic.js';
import { isDnsLabel, isDnsSubdomain } from '../../model/dns-name.js';
import type { Resource } from '../../model/resource.js';
import { Refusal } from './refusal.js';

/** A requested Gateway: `name`, `namespace/name`, or `namespace/name/listener`. */
export interface AskedGateway {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly listener: string | undefined;
}

/** Parses the value of `--gateway`; undefined if it has another form. */
export function askedGateway(text: string): AskedGateway | undefined {
  const parts = text.split('/');
  const [first = '', second, listener] = parts;
  if (parts.length > 3) return undefined;
  const [namespace, name] = second === undefined ? [undefined, first] : [first, second];
  const isFit =
    isDnsSubdomain(name) &&
    (namespace === undefined || isDnsLabel(namespace)) &&
    (listener === undefined || isDnsSubdomain(listener));
  return isFit ? { name, namespace, listener } : undefined;
}

/** The listeners that take the requests of an Ingress from now on. With TLS only TLS listeners, because the Ingress did not serve plain HTTP. */
export function parentsOf(
  graph: Graph,
  ingress: Resource,
  namespace: string | undefined,
  asked: AskedGateway | undefined,
): readonly ParentGateway[] {
  const gateway = gatewayAmong(graph, ingress, asked);
  const name = asked?.name ?? gateway!.name;
  const own = asked?.namespace ?? (gateway && graph.namespace(gateway));
  const parent = { name, ...(own !== undefined && own !== namespace && { namespace: own }) };
  if (asked?.listener !== undefined) return [{ ...parent, sectionName: asked.listener }];
  if (!ingress.at('spec', 'tls').exists) return [parent];
  const secure = gateway
    ? listenersField(gateway).items.filter((listener) => listener.at('protocol').text === 'HTTPS')
    : [];
  if (secure.length > 0)
    return secure.map((listener) => ({ ...parent, sectionName: listenerName(listener) }));
  throw new Refusal(
    gateway
      ? `Ingress "${ingress.name}" has tls, but Gateway "${name}" has no listener of the protocol HTTPS; add one, or name another Gateway: --gateway NAMESPACE/NAME`
      : `Ingress "${ingress.name}" has tls, so its route belongs to a listener of HTTPS; name that as well: --gateway ${own ?? 'NAMESPACE'}/${name}/LISTENER`,
  );
}

/** The Gateway among the files; undefined where it is asked for and in none of them. */
function gatewayAmong(
  graph: Graph,
  { name: ingress }: Resource,
  asked: AskedGateway | undefined,
): Resource | undefined {
  const all = graph.ofKind('Gateway', gatewayGroup);
  if (asked)
    return all.find(
      (one) =>
        one.name === asked.name &&
        (asked.namespace === undefined || (graph.namespace(one) ?? asked.namespace) === asked.namespace),
    );
  const [first, another] = all;
  if (first && !another) return first;
  const names = all.map((one) => `"${[graph.namespace(one), one.name].filter(Boolean).join('/')}"`);
  throw new Refusal(
    first
      ? `The files have several Gateways: ${names.join(', ')}; name the one that takes the requests of Ingress "${ingress}": --gateway NAMESPACE/NAME`
      : `The files have no Gateway of the Gateway API; name the one that takes the requests of Ingress "${ingress}": --gateway NAMESPACE/NAME`,
  );
}
