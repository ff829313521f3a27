import { memoize } from '../../../model/memo.js';
import { ControllerError } from '../../../kubernetes/objects/controller-error.js';
import {
  gatewayGroup,
  withRouteDefaults,
  type RouteKind,
} from '../../../kubernetes/kinds/gateway-defaults.js';
import { at, isList, isMap, type JsonMap, withoutEmpty } from '../../../kubernetes/objects/json.js';
import type { KubeObject } from '../../../kubernetes/objects/object.js';
import type { RoutingPass } from '../reconciler.js';
import { concatenated } from '../../../kubernetes/validation/field-error.js';
import { objectionsTo } from '../../../kubernetes/validation/objections.js';
import { writeCopy } from '../../../kubernetes/validation/write.js';
import { objectionsToRoute } from './refused.js';

/** The fields of a Gateway API route that the plugin reads; all others are kept. */
export interface RouteObject extends KubeObject {
  readonly spec?: { readonly rules?: readonly RouteRule[] };
}

export interface RouteRule {
  readonly name?: string;
  readonly matches?: readonly RouteMatch[];
  readonly filters?: readonly unknown[];
  readonly backendRefs?: readonly BackendRef[];
}

export interface RouteMatch {
  readonly headers?: readonly HeaderMatch[];
  readonly [other: string]: unknown;
}

export interface HeaderMatch {
  readonly type?: string;
  readonly name: string;
  readonly value: string;
}

export interface BackendRef {
  readonly name: string;
  readonly port?: number;
  readonly weight?: number;
  readonly [other: string]: unknown;
}

/** The kind, namespace and name of a route. */
export interface RoutePlace {
  readonly kind: RouteKind;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** The rules of a route; none where the API server rejects the route because a field has a wrong type. */
export function rulesOf(route: RouteObject): readonly RouteRule[] {
  return hasRules(route) ? (route.spec?.rules ?? []) : [];
}

function hasRules(route: RouteObject): boolean {
  const rules = at(route, 'spec', 'rules');
  return rules === undefined || (isList(rules) && rules.every(isRule));
}

function isRule(rule: unknown): boolean {
  return (
    isMap(rule) &&
    haveType('string', rule, 'name') &&
    areMaps(rule.backendRefs, isBackend) &&
    areMaps(rule.filters) &&
    areMaps(rule.matches, ({ headers }) => areMaps(headers, isHeader))
  );
}

function isBackend(backend: JsonMap): boolean {
  return haveType('string', backend, 'name') && haveType('number', backend, 'port', 'weight');
}

function isHeader(header: JsonMap): boolean {
  return haveType('string', header, 'name', 'value', 'type');
}

function haveType(type: 'string' | 'number', map: JsonMap, ...keys: readonly string[]): boolean {
  return keys.every((key) => map[key] === undefined || map[key] === null || typeof map[key] === type);
}

function areMaps(list: unknown, also: (item: JsonMap) => boolean = () => true): boolean {
  return (
    list === undefined || list === null || (isList(list) && list.every((item) => isMap(item) && also(item)))
  );
}

export function withRules(route: RouteObject, rules: readonly RouteRule[]): RouteObject {
  return { ...route, spec: { ...route.spec, rules } };
}

/** A route in its current state: the plugin reads it from the API server each time. */
export function findRoute({ cluster }: RoutingPass, { kind, namespace, name }: RoutePlace): RouteObject {
  if (name === '') throw new ControllerError('resource name may not be empty');
  const found = cluster.get<RouteObject>({ group: gatewayGroup, kind }, namespace, name);
  // The API server never stored a route with other types than the definition's.
  if (!found || !hasRules(found))
    throw new ControllerError(`${kind.toLowerCase()}s.${gatewayGroup} "${name}" not found`);
  return found;
}

/** A route as Go writes it and the API server stores it. */
export function storedRoute(route: RouteObject): RouteObject {
  const spec = withoutEmpty(route.spec, { keepsMaps: true });
  return withRouteDefaults({ ...route, spec } as RouteObject);
}

/** Writes a route; the API server rejects what its definition does not allow. */
export function writeRoute({ cluster }: RoutingPass, route: RouteObject): void {
  writeCopy(cluster, route, objectionsToAll);
}

const objectionsToAll = memoize((route: KubeObject) =>
  concatenated(objectionsTo(route), objectionsToRoute(route as RouteObject)),
);
