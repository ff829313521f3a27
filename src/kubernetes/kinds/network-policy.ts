import { namespaceNameLabel } from './namespace.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { targetNumber } from './service.js';
import { isEmptySelector, type Requirement, requirements } from './selector.js';

/** The selectors of pods that the rules of a NetworkPolicy admit in its own namespace. */
export function peerSelectors(policy: Resource): readonly Field[] {
  return peers(policy)
    .filter((peer) => !peer.at('namespaceSelector').exists && !peer.at('ipBlock').exists)
    .map((peer) => peer.at('podSelector'));
}

/** The selectors of namespaces in the rules of a NetworkPolicy. */
export function namespaceSelectors(policy: Resource): readonly Field[] {
  return peers(policy).map((peer) => peer.at('namespaceSelector'));
}

function peers(policy: Resource): readonly Field[] {
  const spec = policy.at('spec');
  return [
    ...spec.at('ingress').items.flatMap((rule) => rule.at('from').items),
    ...spec.at('egress').items.flatMap((rule) => rule.at('to').items),
  ];
}

/** What the labels of a pod must meet for a policy to apply to it; nothing selects all pods of the namespace. */
export function requirementsOf(policy: Resource): readonly Requirement[] {
  return requirements(policy.at('spec', 'podSelector'));
}

/**
 * Whether a policy applies to incoming connections and admits none. Without policyTypes it applies to them.
 * https://kubernetes.io/docs/reference/kubernetes-api/policy-resources/network-policy-v1/#NetworkPolicySpec
 */
export function admitsNothing(policy: Resource): boolean {
  const spec = policy.at('spec');
  return spec.shape === 'map' && limitsDirection(policy, 'Ingress') && !admitsSome(policy);
}

/** Whether a policy admits some connections, all of them from pods of its own namespace that it selects by labels. */
export function admitsOwnPodsAlone(policy: Resource): boolean {
  if (!limitsDirection(policy, 'Ingress') || !admitsSome(policy)) return false;
  return policy.at('spec', 'ingress').items.every((rule) => {
    const from = rule.at('from').items;
    return (
      from.length > 0 && from.every((peer) => isOwnPod(peer) && !isEmptySelector(peer.at('podSelector')))
    );
  });
}

/**
 * What a policy does about questions to the DNS of the cluster: nothing, or it limits outgoing connections and may admit them,
 * or certainly does not.
 */
export function namesUnder(policy: Resource): 'admitted' | 'refused' | undefined {
  if (!limitsDirection(policy, 'Egress')) return undefined;
  const namespace = policy.at('metadata', 'namespace').text;
  if (namespace !== undefined && dnsNamespaces.has(namespace)) return 'admitted';
  const rules = policy.at('spec', 'egress').items;
  const isAdmitted = rules.some((rule) => {
    const [ports, to] = [rule.at('ports').items, rule.at('to').items];
    return (ports.length === 0 || ports.some(mayBeDnsPort)) && (to.length === 0 || to.some(mayHaveDns));
  });
  return isAdmitted ? 'admitted' : 'refused';
}

/** Namespaces in which the pods of the DNS run. */
const dnsNamespaces: ReadonlySet<string> = new Set(['kube-system', 'openshift-dns']);

/** CoreDNS listens on 53, that of OpenShift on 5353; a name may be that of either. */
function mayBeDnsPort(entry: Field): boolean {
  const first = entry.at('port').value;
  if (typeof first !== 'number') return true;
  const end = entry.at('endPort').value;
  const last = typeof end === 'number' ? end : first;
  return [53, 5353].some((port) => first <= port && port <= last);
}

function mayHaveDns(peer: Field): boolean {
  if (isOwnPod(peer)) return false;
  const named = peer.at('namespaceSelector', 'matchLabels', namespaceNameLabel).text;
  return named === undefined || dnsNamespaces.has(named) || isPlaceholder(named);
}

/** Whether a peer is pods of the policy's own namespace. */
function isOwnPod(peer: Field): boolean {
  return peer.at('podSelector').exists && !peer.at('namespaceSelector').exists && !peer.at('ipBlock').exists;
}

/**
 * Whether a policy applies to connections in a direction. Without policyTypes it applies to incoming ones, and to outgoing ones
 * if it has rules for them.
 */
function limitsDirection(policy: Resource, type: 'Egress' | 'Ingress'): boolean {
  const types = policy.at('spec', 'policyTypes');
  if (!types.exists) return type === 'Ingress' || policy.at('spec', 'egress').items.length > 0;
  return types.items.some(({ text }) => text === type);
}

/** Whether a policy applies to incoming connections. */
export function limitsIngress(policy: Resource): boolean {
  return limitsDirection(policy, 'Ingress');
}

/** Whether a policy applies to outgoing connections. */
export function limitsEgress(policy: Resource): boolean {
  return limitsDirection(policy, 'Egress');
}

/** The pods at the other end of a TCP connection. */
export interface Peer {
  readonly labels: Readonly<Record<string, string>>;
  /** Undefined if it is not known. */
  readonly namespace: string | undefined;
  /** The port that is connected to, and the template of the pods that have it. */
  readonly port: number;
  readonly container: Field;
  /** The namespace of the policy. */
  readonly policyNamespace: string | undefined;
}

/** Whether some rule of a policy may admit connections to or from other pods, whose namespace may have any labels but its name. */
export function mayAdmitPeer(policy: Resource, direction: 'egress' | 'ingress', peer: Peer): boolean {
  return policy.at('spec', direction).items.some((rule) => {
    const [entries, others] = [rule.at('ports').items, rule.at(direction === 'egress' ? 'to' : 'from').items];
    return (
      (entries.length === 0 || entries.some((entry) => mayBePort(entry, peer.port, peer.container))) &&
      (others.length === 0 || others.some((other) => mayBePeer(other, peer)))
    );
  });
}

function mayBePeer(entry: Field, { labels, namespace, policyNamespace }: Peer): boolean {
  // Addresses may be those of Services, or of any pod.
  if (entry.at('ipBlock').exists) return true;
  if (
    entry.at('podSelector').exists &&
    !requirements(entry.at('podSelector')).every(({ holds }) => holds(labels))
  )
    return false;
  if (!entry.at('namespaceSelector').exists)
    return policyNamespace === undefined || namespace === undefined || policyNamespace === namespace;
  const named = entry.at('namespaceSelector', 'matchLabels', namespaceNameLabel).text;
  return named === undefined || namespace === undefined || named === namespace || isPlaceholder(named);
}

/** Whether some rule of a policy may admit TCP connections to a port of pods with a template; a name means a port of a container. */
export function mayAdmitPort(policy: Resource, port: number, template: Field): boolean {
  return policy.at('spec', 'ingress').items.some((rule) => {
    const entries = rule.at('ports').items;
    return entries.length === 0 || entries.some((entry) => mayBePort(entry, port, template));
  });
}

function mayBePort(entry: Field, port: number, template: Field): boolean {
  const [protocol, own, last] = ['protocol', 'port', 'endPort'].map((key) => entry.at(key));
  if (protocol!.exists && protocol!.text !== 'TCP' && !isPlaceholder(protocol!.text ?? '')) return false;
  const { number: first, text } = own!;
  if (first === undefined && text === undefined) return true;
  if (first === undefined) return isPlaceholder(text!) || targetNumber(own!, template) === port;
  return first === tunnel || (first <= port && port <= (last!.exists ? (last!.number ?? Infinity) : first));
}

/** Istio's ambient mode carries all connections to pods through it. https://istio.io/latest/docs/ambient/architecture/hbone/ */
const tunnel = 15008;

/** Whether a policy admits some incoming connections. */
export function admitsSome(policy: Resource): boolean {
  return policy.at('spec', 'ingress').items.length > 0;
}
