import type { Graph } from '../../../repository/graph/graph.js';
import type { Reference } from '../../../model/reference.js';
import type { Resource } from '../../../model/resource.js';

/** An object with the name in a reference, in another namespace. */
export interface Namesake {
  readonly resource: Resource;
  readonly namespace: string;
}

/** Finds the object in another namespace, unless a kustomization does not contain it. */
export function namesakeOf(graph: Graph, reference: Reference): Namesake | undefined {
  const { to, from } = reference;
  const { missingIn, leftOut, found } = graph.resolve(reference);
  if (missingIn !== undefined && (leftOut ?? found[0])) return undefined;
  const wanted = to.namespace ?? graph.namespace(from.resource);
  for (const resource of graph.withManifestName(to)) {
    if (!graph.areDeployedTogether(from.resource, resource)) continue;
    const namespace = graph.namespace(resource);
    if (namespace !== undefined && namespace !== wanted) return { resource, namespace };
  }
  return undefined;
}
