import type { Graph } from '../../repository/graph/graph.js';
import type { Target } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { detach } from '../../yaml/parse/characters.js';

/**
 * Works something out for a graph when a rule first asks for it, and keeps it for the rules that ask again. What is
 * kept should hold lasting fields and targets, or it keeps the documents that it was read from in memory.
 */
export function once<T>(compute: (graph: Graph) => T): (graph: Graph) => T {
  const known = new WeakMap<Graph, { readonly value: T }>();
  return (graph) => {
    let result = known.get(graph);
    if (!result) known.set(graph, (result = { value: compute(graph) }));
    return result.value;
  };
}

/** The same for a Rollout, kept until it is asked for another: rules check Rollouts one by one. */
export function onceForRollout<T>(
  compute: (graph: Graph, rollout: Resource) => T,
): (graph: Graph, rollout: Resource) => T {
  const known = new WeakMap<Graph, { readonly rollout: Resource; readonly value: T }>();
  return (graph, rollout) => {
    let result = known.get(graph);
    if (result?.rollout !== rollout) known.set(graph, (result = { rollout, value: compute(graph, rollout) }));
    return result.value;
  };
}

/** The same target in a name that keeps no text in memory. */
export function lastingTarget(target: Target): Target {
  return { ...target, name: detach(target.name) };
}
