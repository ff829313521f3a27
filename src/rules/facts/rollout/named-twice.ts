import type { Graph } from '../../../repository/graph/graph.js';
import { isRendered } from '../../../repository/graph/deployment.js';
import { sortedJson } from '../../../kubernetes/objects/json.js';
import { byFixedOrder } from '../../../model/fixed-order.js';
import { memoize } from '../../../model/memo.js';
import { isPlaceholder } from '../../../model/placeholder.js';
import type { Resource } from '../../../model/resource.js';
import { rolloutReferences } from './references.js';

/** Definitions of one object in several files of a folder, in their fixed order, and the Rollout of the folder that names it. */
export interface NamedTwice {
  readonly rollout: Resource;
  readonly definitions: readonly Resource[];
}

/**
 * Objects that one Rollout of a folder names and that files of the folder define differently, where nothing in the repository
 * deploys the folder: applied as a whole, one of them is lost. Where several Rollouts name the object, the files are variants of
 * one system.
 */
export const namedTwice = memoize((graph: Graph): readonly NamedTwice[] => {
  const byObject = new Map<string, { rollouts: Set<Resource>; definitions: readonly Resource[] }>();
  for (const rollout of graph.rollouts) {
    const folder = ownFolder(graph, rollout);
    if (folder === undefined) continue;
    for (const { to } of rolloutReferences(graph, rollout)) {
      if (isPlaceholder(to.name)) continue;
      const namespace = graph.namespace(rollout);
      const beside = graph
        .withManifestName(to)
        .filter((one) => ownFolder(graph, one) === folder && graph.namespace(one) === namespace);
      if (new Set(beside.map(({ source }) => source)).size < 2) continue;
      const key = [folder, to.group, to.kind, namespace ?? '', to.name].join('\n');
      const known = byObject.get(key) ?? { rollouts: new Set(), definitions: beside };
      byObject.set(key, known);
      known.rollouts.add(rollout);
    }
  }
  return [...byObject.values()].flatMap(({ rollouts: [rollout, ...others], definitions }) =>
    rollout && others.length === 0 && areSeveralTexts(definitions)
      ? [{ rollout, definitions: [...definitions].sort(byFixedOrder) }]
      : [],
  );
});

/** The folder of a resource that is deployed as its file is, by nothing that is known. */
function ownFolder(graph: Graph, resource: Resource): string | undefined {
  const [placement, ...others] = graph.placements(resource);
  if (
    !placement ||
    others.length > 0 ||
    placement.leaf ||
    placement.application ||
    isRendered(resource.source)
  )
    return undefined;
  return placement.folder;
}

function areSeveralTexts(definitions: readonly Resource[]): boolean {
  return new Set(definitions.map((one) => sortedJson(one.at().value))).size > 1;
}
