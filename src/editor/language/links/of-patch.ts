import { memoize } from '../../../model/memo.js';
import type { Resource } from '../../../model/resource.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { type Link, objectDefinition, partLink } from './link.js';

/** The name in the file of a patch: it is that of the object that a kustomization merges the patch into. */
export function linksOfPatch(graph: Graph, patch: Resource): readonly Link[] {
  if (deployed(graph).has(patch)) return [];
  return [
    {
      ...partLink('object', patch.at('metadata', 'name'), []),
      to: () =>
        graph
          .withManifestName(patch)
          .filter((one) => graph.mergedInto(one).includes(patch))
          .map(objectDefinition),
    },
  ];
}

const deployed = memoize((graph: Graph): ReadonlySet<Resource> => new Set(graph.resources));
