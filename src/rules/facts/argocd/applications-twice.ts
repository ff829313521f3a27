import { isApplication } from '../../../kubernetes/kinds/application.js';
import { sortedJson } from '../../../kubernetes/objects/json.js';
import { byFixedOrder } from '../../../model/fixed-order.js';
import { append } from '../../../model/multimap.js';
import { isPlaceholder } from '../../../model/placeholder.js';
import type { Resource } from '../../../model/resource.js';
import { folderOf } from '../../../model/source.js';
import type { Graph } from '../../../repository/graph/graph.js';

/**
 * Applications of one name and one namespace that files of a folder define with different sources or destinations, where nothing in the
 * repository deploys the files: applied one after the other, each takes the place of the one before. In their fixed order.
 */
export function applicationsTwice(graph: Graph): readonly (readonly Resource[])[] {
  const byName = new Map<string, Resource[]>();
  for (const one of graph.ofKind('Application', 'argoproj.io').filter(isApplication)) {
    const namespace = one.at('metadata', 'namespace').text;
    if (namespace === undefined || one.name === '' || isPlaceholder(`${namespace} ${one.name}`)) continue;
    const [placement, ...others] = graph.placements(one);
    if (!placement || others.length > 0 || placement.leaf || placement.application) continue;
    append(byName, JSON.stringify([folderOf(one.source), namespace, one.name]), one);
  }
  return [...byName.values()]
    .filter(
      (all) =>
        new Set(all.map(({ source }) => source)).size === all.length &&
        new Set(all.map(aimOf)).size === all.length &&
        all.length > 1,
    )
    .map((all) => all.sort(byFixedOrder));
}

/** What an Application deploys, and where. */
function aimOf(application: Resource): string {
  const spec = application.at('spec');
  // Other clusters may have an Argo CD of their own each.
  return sortedJson([
    spec.at('source', 'path').value,
    spec.at('sources').value,
    spec.at('destination', 'namespace').value,
  ]);
}
