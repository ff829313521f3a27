import type { Graph } from '../../graph/graph.js';
import { nearestName } from '../../model/nearest-name.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';

/** What is known of an object that a reference does not find. */
export interface Whereabouts {
  /** The kustomization.yaml that builds whoever refers without the object, which is among the files. */
  readonly notBuiltBy: string | undefined;
  /** One of its name in another namespace. */
  readonly namesake: { readonly resource: Resource; readonly namespace: string } | undefined;
  /** The name in the namespace asked for that is probably meant. */
  readonly nearest: string | undefined;
}

export function whereabouts(graph: Graph, reference: Reference): Whereabouts {
  const { to, from } = reference;
  const { missingIn, leftOut } = graph.resolve(reference);
  const wanted = to.namespace ?? graph.namespace(from.resource);
  const others = graph
    .ofKind(to.kind, to.group)
    .filter((other) => other !== from.resource && graph.areTogether(from.resource, other))
    .map((resource) => ({ resource, namespace: graph.namespace(resource) }));
  const namesakes = others.filter(({ resource }) => resource.name === to.name);
  return {
    notBuiltBy: (leftOut ?? namesakes.some(({ namespace }) => namespace === wanted)) ? missingIn : undefined,
    namesake: namesakes.find(
      (other): other is { resource: Resource; namespace: string } =>
        other.namespace !== undefined && other.namespace !== wanted,
    ),
    nearest: nearestName(
      to.name,
      others.filter(({ namespace }) => namespace === wanted).map(({ resource }) => resource.name),
    ),
  };
}
