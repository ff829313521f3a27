import { ControllerError } from '../../../kubernetes/objects/controller-error.js';
import type { Labels } from '../../../kubernetes/objects/object.js';
import { withoutKey } from '../../../kubernetes/objects/keys.js';
import type { GatewayConfig } from './config.js';
import { isManaged } from './managed.js';
import { rulesOf, withRules, type RouteObject, type RouteRule } from './route-object.js';

/** The Services that get weights. */
export interface WeightedServices {
  readonly canary: string;
  readonly stable: string;
  readonly managed: readonly string[];
}

/**
 * A route with the weights of its two Services, wherever it names them. Whatever sum represents all of the traffic, the stable
 * Service gets the rest of 100.
 * https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/httproute.go (setHTTPRouteWeight)
 */
export function withWeights(route: RouteObject, split: WeightedServices, weight: number): RouteObject {
  return route.kind === 'HTTPRoute' || route.kind === 'GRPCRoute'
    ? withRuleWeights(route, split, weight)
    : withAllWeights(route, split, weight);
}

/** Rules that the plugin takes for its own are skipped. */
function withRuleWeights(route: RouteObject, split: WeightedServices, weight: number): RouteObject {
  const weights = new Map([
    [split.stable, 100 - weight],
    [split.canary, weight],
  ]);
  const own = rulesOf(route).filter((rule) => !isManaged(rule, split.managed, split.canary));
  if (split.canary === split.stable || !hasBackend(own, split.canary) || !hasBackend(own, split.stable))
    throw new ControllerError(`backendRef was not found in ${field(route)}`);
  return withRules(
    route,
    rulesOf(route).map((rule) => (own.includes(rule) ? weighted(rule, weights) : rule)),
  );
}

/** https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/tcproute.go */
function withAllWeights(
  route: RouteObject,
  { canary, stable }: WeightedServices,
  weight: number,
): RouteObject {
  const rules = rulesOf(route);
  if (!hasBackend(rules, canary) || !hasBackend(rules, stable))
    throw new ControllerError(`backendRef list was not found in ${field(route)}`);
  const weights = new Map([
    [canary, weight],
    [stable, 100 - weight],
  ]);
  return withRules(
    route,
    rules.map((rule) => weighted(rule, weights)),
  );
}

function hasBackend(rules: readonly RouteRule[], service: string): boolean {
  return rules.some(({ backendRefs = [] }) => backendRefs.some(({ name }) => name === service));
}

function weighted(rule: RouteRule, weights: ReadonlyMap<string, number>): RouteRule {
  if (!rule.backendRefs) return rule;
  const backendRefs = rule.backendRefs.map((backend) => {
    const weight = weights.get(backend.name);
    return weight === undefined ? backend : { ...backend, weight };
  });
  return { ...rule, backendRefs };
}

/** The kind of a route as the plugin's errors spell it. */
export function field({ kind }: RouteObject): string {
  return `${kind.replace('Route', '').toLowerCase()}Route`;
}

/**
 * A route with or without the label for a canary weight.
 * https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/labels.go
 */
export function withLabel(route: RouteObject, weight: number, label: GatewayConfig['label']): RouteObject {
  if (!label) return route;
  const { labels = {} } = route.metadata;
  if (weight !== 0) return labelled(route, { ...labels, [label.key]: label.value });
  return Object.hasOwn(labels, label.key) ? labelled(route, withoutKey(labels, label.key)) : route;
}

function labelled(route: RouteObject, labels: Labels): RouteObject {
  const rest = withoutKey(route.metadata, 'labels');
  const metadata = Object.keys(labels).length > 0 ? { ...rest, labels } : rest;
  return { ...route, metadata };
}
