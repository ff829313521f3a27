import { Graph } from '../../src/repository/graph/graph.js';
import type { Reference } from '../../src/model/reference.js';
import type { Resource } from '../../src/model/resource.js';

/** What the rules resolved: a reference, and the objects that it led to. */
export interface ResolvedReference {
  readonly reference: Reference;
  readonly found: readonly Resource[];
}

/** Runs a function, and returns what it resolved in graphs, besides its result. */
export function resolvedDuring<T>(run: () => T): { result: T; resolved: readonly ResolvedReference[] } {
  const resolved: ResolvedReference[] = [];
  // eslint-disable-next-line @typescript-eslint/unbound-method -- It is called with the graph as `this`.
  const { resolve } = Graph.prototype;
  Graph.prototype.resolve = function (reference) {
    const resolution = resolve.call(this, reference);
    resolved.push({ reference, found: resolution.found });
    return resolution;
  };
  try {
    return { result: run(), resolved };
  } finally {
    Graph.prototype.resolve = resolve;
  }
}
