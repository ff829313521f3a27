import { ControllerError } from '../../../kubernetes/objects/controller-error.js';
import type { SetHeaderRoute, StringMatch } from '../../../kubernetes/objects/rollout-object.js';
import { isCanaryOnly, isManaged, isManagedName, leadsToAll } from './managed.js';
import {
  rulesOf,
  withRules,
  type HeaderMatch,
  type RouteMatch,
  type RouteObject,
  type RouteRule,
} from './route-object.js';
import { field, type WeightedServices } from './weights.js';

/** A step that adds routes; one without a match removes them all. */
export type AddedRoute = SetHeaderRoute & Required<Pick<SetHeaderRoute, 'match'>>;

/** The plugin never receives an empty match. */
export function addsRoute(route: SetHeaderRoute): route is AddedRoute {
  return (route.match ?? []).length > 0;
}

/**
 * A route with a rule for only the canary after all others, for each rule that leads to both Services. It replaces those that an
 * earlier step has added with that name or for the same headers.
 * https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/httproute.go (setHTTPHeaderRoute)
 */
export function withHeaderRoute(
  route: RouteObject,
  { name = '', match }: AddedRoute,
  { canary, stable }: WeightedServices,
): RouteObject {
  const headers = headersOf(match);
  const rules = rulesOf(route);
  const sources = rules.filter((rule) => leadsToAll(rule, [canary, stable]));
  if (sources.length === 0) throw new ControllerError(`backendRef was not found in ${field(route)}`);
  const added = sources.map((source, index) =>
    headerRule(source, index === 0 ? name : `${name}-${index}`, headers, canary),
  );
  const others = rules.filter(
    (rule) => !isManagedName(rule.name, [name]) && !isCanaryOnly(rule, canary, headers),
  );
  return withRules(route, [...others, ...added]);
}

/** The header matches of a step. The Gateway API has no prefix match, so the plugin writes a prefix unchanged as a pattern. */
export function headersOf(match: AddedRoute['match']): readonly HeaderMatch[] {
  return match.map(({ headerName = '', headerValue = {} }) => ({
    name: headerName,
    ...valueMatch(headerValue),
  }));
}

function valueMatch({ exact, prefix, regex }: StringMatch): Pick<HeaderMatch, 'type' | 'value'> {
  if (exact) return { type: 'Exact', value: exact };
  if (prefix) return { type: 'RegularExpression', value: `${prefix}.*` };
  if (regex) return { type: 'RegularExpression', value: regex };
  throw new ControllerError('invalid header match type');
}

/** Timeouts, retries and session persistence are not copied. */
function headerRule(
  { matches = [], filters, backendRefs = [] }: RouteRule,
  name: string,
  headers: readonly HeaderMatch[],
  canary: string,
): RouteRule {
  const port = backendRefs.find((backend) => backend.name === canary)?.port;
  return {
    name,
    matches: matches.length > 0 ? matches.map((match) => withHeaders(match, headers)) : [{ headers }],
    ...(filters && { filters }),
    backendRefs: [{ group: '', kind: 'Service', name: canary, ...(port !== undefined && { port }) }],
  };
}

function withHeaders(match: RouteMatch, headers: readonly HeaderMatch[]): RouteMatch {
  return { ...match, headers: [...(match.headers ?? []), ...headers] };
}

/**
 * A route without the rules that the plugin takes for its own; the same object if it has none.
 * https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/httproute.go (removeHTTPManagedRoutes)
 */
export function withoutManaged(route: RouteObject, { canary, managed }: WeightedServices): RouteObject {
  const rules = rulesOf(route).filter((rule) => !isManaged(rule, managed, canary));
  return rules.length === rulesOf(route).length ? route : withRules(route, rules);
}
