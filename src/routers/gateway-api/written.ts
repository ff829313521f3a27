import { at, isList, isMap, type JsonMap } from '../../cluster/json.js';
import type { Path } from '../../model/field.js';
import { filterRefusals } from './filters.js';
import { invalid, type Refusal, refusal, refusalsOf, tooManyOf } from './refused.js';
import { rulesOf, type RouteMatch, type RouteObject, type RouteRule } from './route-object.js';

/**
 * Why the API server refuses a route as a user has written it, with its defaults filled in: what both channels of the
 * definitions ask, as far as it is told here. Whether names of rules have to be distinct, only the experimental channel says.
 * https://github.com/kubernetes-sigs/gateway-api/tree/v1.4.1/config/crd
 */
export function writtenRefusals(route: RouteObject): readonly Refusal[] {
  const rules = rulesOf(route);
  return [
    ...parentRefusals(route),
    ...hostnameRefusals(route),
    ...refusalsOf({ ...route, spec: { ...route.spec, rules } }),
    ...rules.flatMap((rule, index) => ruleRefusals(route.kind, rule, ['spec', 'rules', index])),
  ];
}

/** The names of rules that an earlier rule has. */
export function repeatedNames(route: RouteObject): readonly Path[] {
  const names = rulesOf(route).map(({ name }) => name);
  return names.flatMap((name, index) =>
    name !== undefined && names.indexOf(name) < index ? [['spec', 'rules', index, 'name']] : [],
  );
}

function ruleRefusals(kind: string, rule: RouteRule, path: Path): readonly Refusal[] {
  const { matches = [], backendRefs = [] } = rule;
  return [
    ...tooManyOf([...path, 'matches'], matches, 64),
    ...tooManyOf([...path, 'backendRefs'], backendRefs, 16),
    ...filterRefusals(kind, rule, path),
    ...matches.flatMap((match, index) =>
      kind === 'GRPCRoute'
        ? methodRefusals(match, [...path, 'matches', index, 'method'])
        : pathRefusals(match, [...path, 'matches', index, 'path']),
    ),
    ...backendRefs.flatMap(({ port }, index) => portRefusals(port, [...path, 'backendRefs', index, 'port'])),
  ];
}

function portRefusals(port: unknown, path: Path): readonly Refusal[] {
  if (typeof port !== 'number') return [];
  if (port < 1) return [invalid(path, String(port), 'should be greater than or equal to 1')];
  return port > 65_535 ? [invalid(path, String(port), 'should be less than or equal to 65535')] : [];
}

/** https://github.com/kubernetes-sigs/gateway-api/blob/v1.4.1/apis/v1/httproute_types.go (HTTPPathMatch) */
function pathRefusals(match: RouteMatch, path: Path): readonly Refusal[] {
  const [type, value] = [at(match, 'path', 'type'), at(match, 'path', 'value')];
  if (typeof value !== 'string' || (type !== 'Exact' && type !== 'PathPrefix')) return [];
  const of = "type one of ['Exact', 'PathPrefix']";
  const wrong = [
    ...(value.startsWith('/') ? [] : [`value must be an absolute path and start with '/' when ${of}`]),
    ...notIn.filter((part) => value.includes(part)).map((part) => `must not contain '${part}' when ${of}`),
    ...['/..', '/.']
      .filter((end) => value.endsWith(end))
      .map((end) => `must not end with '${end}' when ${of}`),
    ...(/^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9a-fA-F]{2})+$/.test(value)
      ? []
      : [
          "must only contain valid characters (matching ^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|[%][0-9a-fA-F]{2})+$) for types ['Exact', 'PathPrefix']",
        ]),
  ];
  return wrong.map((words) => refusal(path, `Invalid value: "object": ${words}`));
}

const notIn = ['//', '/./', '/../', '%2f', '%2F', '#'];

/** https://github.com/kubernetes-sigs/gateway-api/blob/v1.4.1/apis/v1/grpcroute_types.go (GRPCMethodMatch) */
function methodRefusals(match: RouteMatch, path: Path): readonly Refusal[] {
  const { method } = match;
  if (!isMap(method) || method.service !== undefined || method.method !== undefined) return [];
  return [refusal(path, `Invalid value: "object": One or both of 'service' or 'method' must be specified`)];
}

/** https://github.com/kubernetes-sigs/gateway-api/blob/v1.4.1/apis/v1/shared_types.go (Hostname) */
function hostnameRefusals({ spec }: RouteObject): readonly Refusal[] {
  const list = at(spec, 'hostnames');
  if (!isList(list)) return [];
  const wrong = list.flatMap((name, index) =>
    typeof name === 'string' && !hostname.test(name)
      ? [
          invalid(
            ['spec', 'hostnames', index],
            JSON.stringify(name),
            `should match '${hostname.source.replaceAll('\\/', '/')}'`,
          ),
        ]
      : [],
  );
  return [...tooManyOf(['spec', 'hostnames'], list, 16), ...wrong];
}

const hostname = /^(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** The experimental channel takes ports for it, too, so what differs in ports is left alone. */
function parentRefusals({ spec }: RouteObject): readonly Refusal[] {
  const list = at(spec, 'parentRefs');
  if (!isList(list)) return [];
  const path = ['spec', 'parentRefs'];
  const parents = list.filter(isMap);
  const has = (found: (one: JsonMap, other: JsonMap) => boolean): boolean =>
    parents.some((one, index) =>
      parents.some((other, place) => place > index && isSameParent(one, other) && found(one, other)),
    );
  const words = [
    ...(has((one, other) => !one.sectionName !== !other.sectionName && !one.port && !other.port)
      ? ['sectionName must be specified when parentRefs includes 2 or more references to the same parent']
      : []),
    ...(has((one, other) => sectionOf(one) === sectionOf(other) && one.port === other.port)
      ? ['sectionName must be unique when parentRefs includes 2 or more references to the same parent']
      : []),
  ];
  return [
    ...tooManyOf(path, list, 32),
    ...words.map((one) => refusal(path, `Invalid value: "array": ${one}`)),
  ];
}

function isSameParent(one: JsonMap, other: JsonMap): boolean {
  return ['group', 'kind', 'name', 'namespace'].every((key) => (one[key] ?? '') === (other[key] ?? ''));
}

function sectionOf({ sectionName }: JsonMap): unknown {
  return sectionName ?? '';
}
