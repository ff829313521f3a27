import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';

/** The same object in another state of the repository: the one in the same file, or the only one with its name. */
export function counterpart(resource: Resource, own: Graph, other: Graph): Resource | undefined {
  const namespace = own.namespace(resource);
  const like = other
    .withManifestName(resource)
    .filter((candidate) => other.namespace(candidate) === namespace);
  const [only, another] = like;
  return like.find(({ source }) => source.name === resource.source.name) ?? (another ? undefined : only);
}
