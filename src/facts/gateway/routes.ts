import type { Graph } from '../../graph/graph.js';
import { serviceField } from '../../kinds/rollout.js';
import type { Field } from '../../model/field.js';
import { known } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { routeReferences, type RouteReference } from '../../routers/gateway-api.js';
import { rulesOf, type RouteObject, type RouteRule } from '../../routers/gateway-api/route-object.js';

/** A route of the Gateway API that a Rollout names, with rules of which all is known. */
export interface WrittenRoute extends RouteReference {
  readonly route: Resource;
  readonly rules: readonly { readonly field: Field; readonly value: RouteRule }[];
}

/** The two Services of a split, where both are known. */
export function splitServices(
  rollout: Resource,
): { readonly stable: string; readonly canary: string } | undefined {
  const stable = known(serviceField(rollout, 'stable').text);
  const canary = known(serviceField(rollout, 'canary').text);
  return stable === undefined || canary === undefined ? undefined : { stable, canary };
}

/** Routes that a patch may change, or in which names are to be filled in, are left out. */
export function writtenRoutes(graph: Graph, rollout: Resource): readonly WrittenRoute[] {
  return routeReferences(rollout).flatMap((reference) => {
    const route = graph.find(reference);
    if (!route || graph.isPatched(route, ['spec', 'rules'])) return [];
    const fields = route.at('spec', 'rules').items;
    const values = rulesOf((route.at().value ?? {}) as RouteObject);
    if (!fields.every(isKnown)) return [];
    const rules = fields.flatMap((field, index) => {
      const value = values[index];
      return value ? [{ field, value }] : [];
    });
    return [{ ...reference, route, rules }];
  });
}

function isKnown(rule: Field): boolean {
  return rule.at('backendRefs').items.every((backend) => known(backend.at('name').text) !== undefined);
}
