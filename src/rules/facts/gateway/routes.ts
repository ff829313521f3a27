import { memoize } from '../../../model/memo.js';
import { gatewayGroup } from '../../../kubernetes/kinds/gateway-defaults.js';
import { withoutEmpty } from '../../../kubernetes/objects/json.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { rulesField } from '../../../kubernetes/kinds/gateway-route.js';
import { managedRoutes, serviceField } from '../../../kubernetes/kinds/rollout.js';
import type { Field } from '../../../model/field.js';
import { byFixedOrder } from '../../../model/fixed-order.js';
import { known } from '../../../model/placeholder.js';
import type { Resource } from '../../../model/resource.js';
import gateway, {
  routeReferences,
  routeSelectors,
  type RouteReference,
  type RouteSelector,
} from '../../../rollouts/routers/gateway-api.js';
import { isManaged, leadsTo } from '../../../rollouts/routers/gateway-api/managed.js';
import {
  rulesOf,
  type RouteObject,
  type RouteRule,
} from '../../../rollouts/routers/gateway-api/route-object.js';
import { routedBy } from '../../../rollouts/routers/router.js';
import { areSurelyTogether } from '../surely-together.js';

/** A rule of a route, with the types that its definition asks for. */
export interface WrittenRule {
  readonly field: Field;
  readonly value: RouteRule;
}

/** A route of the Gateway API that a Rollout names or selects, with rules of which all is known. */
export interface WrittenRoute extends RouteReference {
  readonly route: Resource;
  readonly rules: readonly WrittenRule[];
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
  return routesOf(graph, rollout).flatMap((reference) => {
    const { route } = reference;
    // Without a spec it is yet to be written.
    if (!route.at('spec').exists || graph.isPatched(route, rulesField(route).path)) return [];
    const rules = writtenRules(route);
    return rules.every(({ field }) => isKnown(field)) ? [{ ...reference, rules }] : [];
  });
}

/**
 * A route as the API server reads it, for which null is absent; undefined where it refuses the route for the types of its rules,
 * or there are none.
 */
export function writtenObject(route: Resource): RouteObject | undefined {
  const object = (route.at().value ?? {}) as RouteObject;
  if (rulesOf(object).length === 0) return undefined;
  return withoutEmpty(object, { keepsMaps: true }) as RouteObject;
}

/** The rules of a route; none where the API server refuses it for their types. */
function writtenRules(route: Resource): readonly WrittenRule[] {
  const object = writtenObject(route);
  const values = object ? rulesOf(object) : [];
  return rulesField(route).items.flatMap((field, index) => {
    const value = values[index];
    return value ? [{ field, value }] : [];
  });
}

function isKnown(rule: Field): boolean {
  return rule.at('backendRefs').items.every((backend) => known(backend.at('name').text) !== undefined);
}

type FoundRoute = RouteReference & { readonly route: Resource };

/** The routes of the files that a Rollout has the plugin write: those that it names, and those that it surely selects. */
function routesOf(graph: Graph, rollout: Resource): readonly FoundRoute[] {
  const named = routeReferences(rollout).flatMap((reference) => {
    const route = graph.find(reference);
    return route ? [{ ...reference, route }] : [];
  });
  const selected = routeSelectors(rollout)
    .flatMap((selector) => selectedBy(graph, rollout, selector))
    .filter(({ route }) => !named.some((other) => other.route === route));
  return [...named, ...selected];
}

function selectedBy(graph: Graph, rollout: Resource, selector: RouteSelector): readonly FoundRoute[] {
  const { from, kind } = selector;
  const namespace = selector.namespace ?? graph.namespace(rollout);
  return graph
    .inNamespace({ group: gatewayGroup, kind }, namespace)
    .filter((route) => selector.selects(route) && areSurelyTogether(graph, rollout, route))
    .filter((route) => !graph.isPatched(route, ['metadata', 'labels']))
    .sort(byFixedOrder)
    .map((route) => ({
      ...{ from, route, hasHeaderRoutes: false },
      to: { group: gatewayGroup, kind, namespace, name: route.name },
    }));
}

/** A route whose weights the plugin sets for a Rollout. */
export interface RouteSplit {
  readonly rollout: Resource;
  /** Where the Rollout names or selects it. */
  readonly from: Field;
  readonly route: Resource;
  readonly hasHeaderRoutes: boolean;
}

/** All of them, several of one Rollout or of one route among them. */
export const routeSplits = memoize((graph: Graph): readonly RouteSplit[] =>
  routedBy(gateway, graph.rollouts).flatMap((rollout) =>
    routesOf(graph, rollout).map(({ from, route, hasHeaderRoutes }) => ({
      ...{ rollout, route, hasHeaderRoutes },
      from: from.lasting,
    })),
  ),
);

/** The routes that Rollouts split, each once. */
export const splitRoutes = memoize((graph: Graph): readonly Resource[] => [
  ...new Set(routeSplits(graph).map(({ route }) => route)),
]);

/** The rules in which both Services of a Rollout get weights; gateway/route-splits tells where there is none. */
export function splitRules({
  rollout,
  route,
}: Pick<RouteSplit, 'rollout' | 'route'>): readonly WrittenRule[] {
  const services = splitServices(rollout);
  if (!services) return [];
  return writtenRules(route).filter(
    ({ value }) =>
      leadsTo(value, [services.stable, services.canary]) && !isOwn(value, rollout, route, services.canary),
  );
}

/** Whether the plugin takes a rule for one that header steps have added; it has none of those among rules for connections. */
function isOwn(rule: RouteRule, rollout: Resource, { kind }: Resource, canary: string): boolean {
  return !isOfConnections(kind) && isManaged(rule, managedNames(rollout), canary);
}

export function isOfConnections(kind: string): boolean {
  return kind === 'TCPRoute' || kind === 'TLSRoute';
}

/** The names of the routes that header steps add. */
export function managedNames(rollout: Resource): readonly string[] {
  return managedRoutes(rollout).flatMap(({ text }) => text ?? []);
}
