import { type RepeatedItem, repeatedItems } from '../../../kubernetes/apply/parts.js';
import type { Graph } from '../../../repository/graph/graph.js';
import type { Path } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import { isWithin, templateIn } from './unread.js';
import { verdictsOn } from './verdict.js';

/**
 * Items in the Rollout's own pod template that repeat the keys of earlier ones, which the CRD forbids; without those that the
 * controller reports.
 */
export function repeatedIn(graph: Graph, rollout: Resource): readonly RepeatedItem[] {
  const start = ['spec', 'template'];
  const repeated = repeatedItems(templateIn(graph, rollout), 'core.v1.PodTemplateSpec');
  if (repeated.length === 0) return repeated;
  const refused = verdictsOn(graph, rollout).map(({ field, error }) => ({ at: field.path, error }));
  const inTemplate = (path: Path): Path => [...start, ...path];
  return repeated
    .map(({ path, earlier, keys }) => ({ path: inTemplate(path), earlier: inTemplate(earlier), keys }))
    .filter(({ path }) => {
      const list = path.slice(0, -1);
      return !refused.some(
        ({ at, error }) => isWithin(at, path) || (isWithin(at, list) && error.includes('Duplicate value')),
      );
    });
}
