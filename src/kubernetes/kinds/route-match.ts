import type { Field } from '../../model/field.js';
import { mapOrEmpty, listOrEmpty } from '../objects/json.js';
import { fitsWhole } from './go-pattern.js';

type MatchValues = Readonly<Record<string, unknown>>;

/** Fields that do not restrict a match: names of statistics. */
const idle: ReadonlySet<string> = new Set(['name', 'statPrefix']);

/**
 * Whether a route of a VirtualService certainly matches every request of a later one in the same section. The first matching
 * route gets a request; a route without matches matches all.
 * https://istio.io/latest/docs/reference/config/networking/virtual-service/#HTTPMatchRequest
 */
export function takesAllOf(earlier: Field, later: Field): boolean {
  const [outer, inner] = [earlier, later].map(matchValues) as [
    readonly MatchValues[],
    readonly MatchValues[],
  ];
  const gateways = gatewaysOf(earlier);
  return inner.every((match) => outer.some((other) => includes(other, match, gateways)));
}

/** The same for two matches of a VirtualService. */
export function takesAllOfMatch(earlier: Field, later: Field): boolean {
  return includes(mapOrEmpty(earlier.value), mapOrEmpty(later.value), gatewaysOf(earlier));
}

/** Whether a route certainly matches some of the paths of a condition, such as `{ prefix: '/api' }`; no condition means all. */
export function sharesPaths(route: Field, path: unknown): boolean {
  if (path === undefined || path === null) return true;
  return matchValues(route).some(
    (match) =>
      match['uri'] === undefined || includesUri({ uri: path }, match) || includesUri(match, { uri: path }),
  );
}

/** The gateways of a match that names none itself. */
function gatewaysOf({ resource }: Field): readonly string[] {
  const bound = resource.at('spec', 'gateways').items.flatMap(({ text }) => text ?? []);
  return bound.length > 0 ? bound : ['mesh'];
}

/** The matches of a route, one of which has to hold; a route without any matches everything. */
function matchValues(route: Field): readonly MatchValues[] {
  const { items } = route.at('match');
  return items.length === 0 ? [{}] : items.map(({ value }) => mapOrEmpty(value));
}

/** Whether all requests of one match fit the other, too. False if unknown. */
function includes(outer: MatchValues, inner: MatchValues, gateways: readonly string[]): boolean {
  return Object.entries(outer).every(([key, wanted]) => {
    const given = inner[key];
    switch (key) {
      case 'uri':
        return includesUri(outer, inner);
      case 'ignoreUriCase':
        return true;
      case 'scheme':
      case 'method':
      case 'authority':
        return given !== undefined && includesText(mapOrEmpty(wanted), mapOrEmpty(given));
      case 'headers':
      case 'queryParams':
        return includesEach(mapOrEmpty(wanted), mapOrEmpty(given));
      case 'gateways':
        return listOrEmpty(given ?? gateways).every((name) => listOrEmpty(wanted).includes(name));
      case 'sourceLabels':
        return Object.entries(mapOrEmpty(wanted)).every(
          ([label, value]) => mapOrEmpty(given)[label] === value,
        );
      case 'sniHosts':
        return (
          listOrEmpty(given).length > 0 &&
          listOrEmpty(given).every((host) => isAmong(host, listOrEmpty(wanted)))
        );
      default:
        return idle.has(key) || JSON.stringify(given) === JSON.stringify(wanted);
    }
  });
}

function includesUri(outer: MatchValues, inner: MatchValues): boolean {
  const wanted = mapOrEmpty(outer['uri']);
  if (wanted['prefix'] === '/' || ['.*', '/.*'].includes(String(wanted['regex']))) return true;
  if (inner['uri'] === undefined) return false;
  const given = mapOrEmpty(inner['uri']);
  if (outer['ignoreUriCase'] === true && wanted['regex'] === undefined)
    return includesText(lowerCased(wanted), lowerCased(given));
  return inner['ignoreUriCase'] !== true && includesText(wanted, given);
}

/** https://istio.io/latest/docs/reference/config/networking/virtual-service/#StringMatch */
function includesText(wanted: MatchValues, given: MatchValues): boolean {
  const { exact, prefix, regex } = wanted;
  if (typeof exact === 'string') return given['exact'] === exact;
  const beginning = given['exact'] ?? given['prefix'];
  if (typeof prefix === 'string') return typeof beginning === 'string' && beginning.startsWith(prefix);
  if (typeof regex !== 'string') return false;
  if (regex === given['regex']) return true;
  return typeof given['exact'] === 'string' && fitsWhole(regex, given['exact']) === true;
}

/** A header without a condition must be present. */
function includesEach(wanted: MatchValues, given: MatchValues): boolean {
  const known = lowerCasedKeys(given);
  return Object.entries(lowerCasedKeys(wanted)).every(([name, text]) => {
    if (known[name] === undefined) return false;
    const isAny = Object.keys(mapOrEmpty(text)).length === 0;
    return isAny || includesText(mapOrEmpty(text), mapOrEmpty(known[name]));
  });
}

function isAmong(host: unknown, patterns: readonly unknown[]): boolean {
  return patterns.some(
    (pattern) =>
      pattern === host ||
      (typeof pattern === 'string' &&
        typeof host === 'string' &&
        pattern.startsWith('*') &&
        host.endsWith(pattern.slice(1))),
  );
}

function lowerCased(values: MatchValues): MatchValues {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value).toLowerCase()]));
}

function lowerCasedKeys(values: MatchValues): MatchValues {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key.toLowerCase(), value]));
}

/** Whether only specially marked requests match, such as those of testers. */
export function isForSome(match: Field): boolean {
  return ['headers', 'queryParams', 'sourceLabels', 'sourceNamespace'].some((key) => match.at(key).exists);
}
