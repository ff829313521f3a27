import type { Field } from '../../../model/field.js';
import type { Reference } from '../../../model/reference.js';
import type { Graph } from '../../../repository/graph/graph.js';

/**
 * The field of a Rollout that names a Service to which its route does not lead, if the route leads to a Service that exists and that
 * the Rollout does not name: then the name in the Rollout is wrong, and not the route.
 */
export function misspeltService(
  graph: Graph,
  field: Field,
  { named, routed }: { readonly named: readonly string[]; readonly routed: readonly Reference[] },
): readonly Field[] {
  const isRouteRight = routed.some(
    (reference) => !named.includes(reference.to.name) && graph.find(reference) !== undefined,
  );
  return isRouteRight ? [field] : [];
}
