import { kinds } from '../../kubernetes/objects/object.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';

/** The namespace of a Rollout. */
export interface Home {
  readonly namespace: string;
  /** Whether neither a manifest nor what deploys it names the namespace. */
  readonly isAssumed: boolean;
}

/**
 * The namespace of a Rollout: the one that its kustomization, its manifest or its Application gives it, in this order. If it
 * is deployed to several, that of the manifest; if none is known, `default`, as kubectl and Argo CD do without a destination.
 */
export function homeOf(graph: Graph, rollout: Resource): Home {
  const known = graph.namespace(rollout) ?? rollout.namespace;
  return { namespace: known ?? 'default', isAssumed: known === undefined };
}

/** The same, undefined if it is assumed. */
export function knownHomeOf(graph: Graph, rollout: Resource): string | undefined {
  const { namespace, isAssumed } = homeOf(graph, rollout);
  return isAssumed ? undefined : namespace;
}

/** Kinds without a namespace, among those that are deployed with Rollouts. */
const clusterScoped: ReadonlySet<string> = new Set([kinds.clusterAnalysisTemplate.kind]);

/** Where the controller looks for what a reference names: in the namespace of the Rollout, unless the reference has another. */
export function namespaceOfTarget({ kind, namespace }: Reference['to'], home: string): string | undefined {
  return clusterScoped.has(kind) ? undefined : (namespace ?? home);
}

/** A manifest, and the name and namespace under which it is deployed; no namespace for a kind that has none. */
export interface Placed {
  readonly resource: Resource;
  readonly name: string;
  readonly namespace: string | undefined;
}

/** An object beside a Rollout that it need not name: it is in the Rollout's namespace if nothing else is known. */
export function placedBeside(graph: Graph, rollout: Resource, resource: Resource): Placed {
  const isOfCluster = clusterScoped.has(resource.kind);
  const known = graph.namespace(resource) ?? (isReplaced(graph, resource) ? undefined : resource.namespace);
  return {
    resource,
    name: resource.name,
    namespace: isOfCluster ? undefined : (known ?? homeOf(graph, rollout).namespace),
  };
}

/** Whether kustomizations give an object other namespaces than its manifest, wherever it is deployed. */
function isReplaced(graph: Graph, resource: Resource): boolean {
  return graph.placements(resource).every(({ via }) => via.some(({ namespace }) => namespace !== undefined));
}
