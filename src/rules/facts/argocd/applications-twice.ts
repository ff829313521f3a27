import { destinationNamespace, isApplication } from '../../../kubernetes/kinds/application.js';
import { sortedJson } from '../../../kubernetes/objects/json.js';
import { byFixedOrder } from '../../../model/fixed-order.js';
import { append } from '../../../model/multimap.js';
import { isPlaceholder } from '../../../model/placeholder.js';
import type { Resource } from '../../../model/resource.js';
import { folderOf } from '../../../model/source.js';
import type { Graph } from '../../../repository/graph/graph.js';

/**
 * Applications of one name and one namespace that files of a folder deploy to different namespaces of one cluster, where nothing in the
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
  return [...byName.values()].filter(areDistinct).map((all) => all.sort(byFixedOrder));
}

/**
 * Whether Applications certainly mean different things of one cluster: those of one namespace may be variants of which one is applied, and
 * files called after environments are applied to a cluster each.
 */
function areDistinct(all: readonly Resource[]): boolean {
  const namespaces = all.map((one) => destinationNamespace(one));
  const isAlone = (values: readonly unknown[]): boolean => new Set(values).size === all.length;
  return (
    all.length > 1 &&
    isAlone(all.map(({ source }) => source)) &&
    isAlone(namespaces) &&
    !namespaces.includes(undefined) &&
    new Set(all.map((one) => sortedJson([clusterAimedAt(one)]))).size === 1 &&
    !all.some(({ source }) => environmentWords.test(source.path.slice(source.path.lastIndexOf('/') + 1)))
  );
}

const environmentWords =
  /(?:^|[^a-z])(?:dev|development|test|qa|uat|int|stag(?:e|ing)|pre|prod|production)\d{0,3}(?:[^a-z]|$)/i;

function clusterAimedAt(application: Resource): unknown {
  const destination = application.at('spec', 'destination');
  return [destination.at('server').value, destination.at('name').value];
}
