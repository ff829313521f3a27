import type { RolloutObject } from '../../../kubernetes/objects/rollout-object.js';
import type { HeaderMatch, RouteRule } from './route-object.js';

/** The names of the routes that header steps add. */
export function managedNamesOf({ spec }: RolloutObject): readonly string[] {
  return (spec.strategy?.canary?.trafficRouting?.managedRoutes ?? []).map(({ name }) => name);
}

/**
 * Whether a rule has the name of a managed route, or one that the plugin derives from it for the second and further rules.
 * https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/plugin.go (isManagedRuleName)
 */
export function isManagedName(name: string | undefined, managed: readonly string[]): boolean {
  if (name === undefined) return false;
  return managed.some(
    (base) => name === base || (name.startsWith(`${base}-`) && isGoInteger(name.slice(base.length + 1))),
  );
}

/** https://pkg.go.dev/strconv#Atoi, except for numbers out of range. */
function isGoInteger(text: string): boolean {
  return /^[+-]?\d{1,18}$/.test(text);
}

/**
 * Whether a rule leads only to the canary, like those that the plugin adds; with header names, one match must also have all of
 * them.
 * https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/httproute.go (isHTTPManagedRule)
 */
export function isCanaryOnly(
  { backendRefs = [], matches = [] }: RouteRule,
  canary: string,
  headers?: readonly HeaderMatch[],
): boolean {
  if (backendRefs.length !== 1 || backendRefs[0]?.name !== canary) return false;
  if (!headers) return true;
  return matches.some((match) =>
    headers.every(({ name }) => (match.headers ?? []).some((other) => other.name === name)),
  );
}

/** Whether the plugin takes a rule for one of its own. */
export function isManaged(rule: RouteRule, managed: readonly string[], canary: string): boolean {
  return isManagedName(rule.name, managed) || isCanaryOnly(rule, canary);
}

/** Whether a rule leads to all of the Services; it may lead to others. */
export function leadsToAll({ backendRefs = [] }: RouteRule, services: readonly string[]): boolean {
  return services.every((service) => backendRefs.some(({ name }) => name === service));
}
