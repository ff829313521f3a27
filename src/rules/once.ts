import type { Graph } from '../graph/graph.js';

/** Works something out for a graph when a rule first asks for it, and keeps it for the rules that ask again. */
export function once<T>(compute: (graph: Graph) => T): (graph: Graph) => T {
  const known = new WeakMap<Graph, { readonly value: T }>();
  return (graph) => {
    let result = known.get(graph);
    if (!result) known.set(graph, (result = { value: compute(graph) }));
    return result.value;
  };
}
