import { withRouteDefaults } from '../../../kubernetes/kinds/gateway-defaults.js';
import { isList, sortedJson } from '../../../kubernetes/objects/json.js';
import type { Resource } from '../../../model/resource.js';
import { rulesOf, type RouteMatch } from '../../../rollouts/routers/gateway-api/route-object.js';
import { writtenObject } from './routes.js';

/** The matches of a route's rules with the API server's defaults: a string for each, equal if they match the same requests. */
export function matchTexts(route: Resource): readonly (readonly string[])[] {
  const object = writtenObject(route);
  if (!object) return [];
  return rulesOf(withRouteDefaults(object)).map(({ matches = [] }) =>
    matches.length > 0 ? matches.map(matchText) : [matchText({})],
  );
}

/** Names of headers are case-insensitive, and the order of headers and parameters has no meaning. */
function matchText(match: RouteMatch): string {
  const headers = (match.headers ?? []).map((header) => ({
    ...header,
    name: String(header.name).toLowerCase(),
  }));
  const { queryParams } = match;
  return sortedJson({ ...match, headers: ordered(headers), queryParams: ordered(queryParams) });
}

function ordered(list: unknown): readonly string[] {
  return isList(list) ? list.map(sortedJson).sort() : [];
}
