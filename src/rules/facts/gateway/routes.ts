import { memoize } from '../../../model/memo.js';
import { gatewayGroup } from '../../../kubernetes/kinds/gateway-defaults.js';
import { withoutEmpty } from '../../../kubernetes/objects/json.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { rulesField } from '../../../kubernetes/kinds/gateway-route.js';
import { managedRoutes, serviceField } from '../../../kubernetes/kinds/rollout.js';
import type { Field } from '../../../model/field.js';
import { byFixedOrder } from '../../../model/fixed-order.js';
import { unlessPlaceholder } from '../../../model/placeholder.js';
import type { Resource } from '../../../model/resource.js';
import gateway, {
  routeReferences,
  routeSelectors,
  type RouteReference,
  type RouteSelector,
} from '../../../rollouts/routers/gateway-api.js';
import { isManaged, leadsToAll } from '../../../rollouts/routers/gateway-api/managed.js';
import {
  rulesOf,
  type RouteObject,
  type RouteRule,
} from '../../../rollouts/routers/gateway-api/route-object.js';
import { rolloutsRoutedBy } from '../../../rollouts/routers/router.js';
import { areSurelyTogether } from '../surely-together.js';

/** A rule of a route, with the types that the CRD requires. */
export interface WrittenRule {
  readonly field: Field;
  readonly value: RouteRule;
}

/** A route of the Gateway API that a Rollout names or selects, with known rules. */
export interface WrittenRoute extends RouteReference {
  readonly route: Resource;
  readonly rules: readonly WrittenRule[];
}

/** The two Services of a split, if both are known. */
export function splitServices(
  rollout: Resource,
): { readonly stable: string; readonly canary: string } | undefined {
  const stable = unlessPlaceholder(serviceField(rollout, 'stable').text);
  const canary = unlessPlaceholder(serviceField(rollout, 'canary').text);
  return stable === undefined || canary === undefined ? undefined : { stable, canary };
}

/** Routes that a patch may change, or with placeholders in names, are left out. */
export function writtenRoutes(graph: Graph, rollout: Resource): readonly WrittenRoute[] {
  return routesOf(graph, rollout).flatMap((reference) => {
    const { route } = reference;
    // A route without a spec is incomplete.
    if (!route.at('spec').exists || graph.isPatched(route, rulesField(route).path)) return [];
    const rules = writtenRules(route);
    return rules.every(({ field }) => hasKnownBackends(field)) ? [{ ...reference, rules }] : [];
  });
}

/**
 * A route as the API server reads it, where null means absent; undefined if the types of its rules are invalid, or it has none.
 */
export function writtenObject(route: Resource): RouteObject | undefined {
  const object = (route.at().value ?? {}) as RouteObject;
  if (rulesOf(object).length === 0) return undefined;
  return withoutEmpty(object, { keepsMaps: true }) as RouteObject;
}

/** The rules of a route; none if the API server refuses it for their types. */
function writtenRules(route: Resource): readonly WrittenRule[] {
  const object = writtenObject(route);
  const values = object ? rulesOf(object) : [];
  return rulesField(route).items.flatMap((field, index) => {
    const value = values[index];
    return value ? [{ field, value }] : [];
  });
}

function hasKnownBackends(rule: Field): boolean {
  return rule
    .at('backendRefs')
    .items.every((backend) => unlessPlaceholder(backend.at('name').text) !== undefined);
}

type FoundRoute = RouteReference & { readonly route: Resource };

/**
 * The routes among the files that the plugin writes for a Rollout: those that it names, and those that it certainly selects.
 */
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
  /** The field with which the Rollout names or selects it. */
  readonly from: Field;
  readonly route: Resource;
  readonly hasHeaderRoutes: boolean;
}

/** All of them; a Rollout or a route may occur in several. */
export const routeSplits = memoize((graph: Graph): readonly RouteSplit[] =>
  rolloutsRoutedBy(gateway, graph.rollouts).flatMap((rollout) =>
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

/** The rules with weights for both Services of a Rollout. A route without such a rule is a finding of gateway/route-splits. */
export function splitRules({
  rollout,
  route,
}: Pick<RouteSplit, 'rollout' | 'route'>): readonly WrittenRule[] {
  const services = splitServices(rollout);
  if (!services) return [];
  return writtenRules(route).filter(
    ({ value }) =>
      leadsToAll(value, [services.stable, services.canary]) && !isOwn(value, rollout, route, services.canary),
  );
}

/** Whether the plugin treats a rule as one that header steps added, which it never does for TCP and TLS routes. */
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
