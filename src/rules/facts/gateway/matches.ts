import { withRouteDefaults } from '../../../kubernetes/kinds/gateway-defaults.js';
import { isList, sortedJson } from '../../../kubernetes/objects/json.js';
import type { Resource } from '../../../model/resource.js';
import { rulesOf, type RouteMatch } from '../../../rollouts/routers/gateway-api/route-object.js';
import { writtenObject } from './routes.js';

/** What the rules of a route match, with what the API server fills in: one text for each match, the same for the same requests. */
export function matchTexts(route: Resource): readonly (readonly string[])[] {
  const object = writtenObject(route);
  if (!object) return [];
  return rulesOf(withRouteDefaults(object)).map(({ matches = [] }) =>
    matches.length > 0 ? matches.map(textOf) : [textOf({})],
  );
}

/** Names of headers are the same whatever their case, and the order of headers and parameters says nothing. */
function textOf(match: RouteMatch): string {
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
