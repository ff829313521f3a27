import { namespaceNameLabel } from '../../../kubernetes/kinds/namespace.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { hostnames, type ParentRef } from '../../../kubernetes/kinds/gateway-route.js';
import { hostsOverlap } from '../../../kubernetes/kinds/host.js';
import {
  allowedNamespaces,
  listenersField,
  takesKind,
} from '../../../kubernetes/kinds/kubernetes-gateway.js';
import { requirements } from '../../../kubernetes/kinds/selector.js';
import type { Field } from '../../../model/field.js';
import { unlessPlaceholder } from '../../../model/placeholder.js';
import type { Resource } from '../../../model/resource.js';

/** Whether the listeners of a Gateway accept a route, and why not. */
export interface Attachment {
  /** Absent if the route is attached, as far as is known. */
  readonly refusedFor: 'section' | 'kind' | 'namespace' | 'hostname' | undefined;
  /** The listeners that would accept it otherwise. */
  readonly left: readonly Field[];
  /** Further fields whose completeness the result depends on. */
  readonly complete: readonly Field[];
}

/**
 * A listener accepts a route that requests it, has an allowed kind and namespace, and shares a hostname with it.
 * https://github.com/kubernetes-sigs/gateway-api/blob/v1.4.1/apis/v1/shared_types.go (ParentReference, RouteConditionReason)
 */
export function attachmentsOf(
  graph: Graph,
  route: Resource,
  { section, port }: ParentRef,
  gateway: Resource,
): Attachment {
  const namespace = graph.find({
    from: route.at(),
    to: { group: '', kind: 'Namespace', name: graph.namespace(route) ?? '' },
  });
  const asked = (listener: Field): boolean =>
    (!section.exists || listener.at('name').value === section.value) &&
    (!port.exists || listener.at('port').value === port.value);
  const stages = [
    ['section', asked],
    ['kind', (listener: Field) => takesKind(listener, route.kind)],
    ['namespace', (listener: Field) => mayTakeNamespace(graph, listener, route, namespace)],
    ['hostname', (listener: Field) => servesHostname(listener, route)],
  ] as const;
  let left = listenersField(gateway).items;
  for (const [refusedFor, takes] of stages) {
    const next = left.filter(takes);
    if (next.length === 0) {
      const labels = refusedFor === 'namespace' && namespace ? [namespace.at('metadata', 'labels')] : [];
      return left.length === 0 ? taken : { refusedFor, left, complete: labels };
    }
    left = next;
  }
  return taken;
}

/** A Gateway without listeners is unknown. */
const taken: Attachment = { refusedFor: undefined, left: [], complete: [] };

function servesHostname(listener: Field, route: Resource): boolean {
  const served = listener.at('hostname').text;
  const wanted = hostnames(route).items;
  if (served === undefined || wanted.length === 0) return true;
  return wanted.some(({ text = '' }) => hostsOverlap(served, text));
}

/** The labels of a namespace that is not among the files are unknown, except for the one with its name. */
function mayTakeNamespace(
  graph: Graph,
  listener: Field,
  route: Resource,
  namespace: Resource | undefined,
): boolean {
  const { from, selector } = allowedNamespaces(listener);
  const [own, home] = [route, listener.resource].map((resource) =>
    unlessPlaceholder(graph.namespace(resource)),
  );
  if (own === undefined || home === undefined) return true;
  if (from === 'Same') return own === home;
  if (from !== 'Selector') return true;
  const labels = { ...namespace?.at('metadata', 'labels').strings, [namespaceNameLabel]: own };
  return requirements(selector).every(
    ({ key, holds }) => (!namespace && key !== namespaceNameLabel) || holds(labels),
  );
}
