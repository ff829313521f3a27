import { at, isList, isMap, type JsonMap } from '../../cluster/json.js';
import type { Path } from '../../model/field.js';
import { type Refusal, refusal, tooManyOf } from './refused.js';
import type { RouteRule } from './route-object.js';

/** The types of filters that both channels know, and the field of each. */
const fields = {
  HTTPRoute: {
    RequestHeaderModifier: 'requestHeaderModifier',
    ResponseHeaderModifier: 'responseHeaderModifier',
    RequestMirror: 'requestMirror',
    RequestRedirect: 'requestRedirect',
    URLRewrite: 'urlRewrite',
    ExtensionRef: 'extensionRef',
  },
  GRPCRoute: {
    RequestHeaderModifier: 'requestHeaderModifier',
    ResponseHeaderModifier: 'responseHeaderModifier',
    RequestMirror: 'requestMirror',
    ExtensionRef: 'extensionRef',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

const once = ['RequestHeaderModifier', 'ResponseHeaderModifier', 'RequestRedirect', 'URLRewrite'];

/**
 * Why the API server refuses the filters of a rule and of its backends.
 * https://github.com/kubernetes-sigs/gateway-api/blob/v1.4.1/apis/v1/httproute_types.go (HTTPRouteRule, HTTPRouteFilter)
 */
export function filterRefusals(kind: string, rule: RouteRule, path: Path): readonly Refusal[] {
  if (kind !== 'HTTPRoute' && kind !== 'GRPCRoute') return [];
  const { backendRefs = [], filters = [] } = rule;
  const redirects = filters.some((filter) => isMap(filter) && filter.requestRedirect !== undefined);
  return [
    ...listRefusals(kind, filters, [...path, 'filters']),
    ...backendRefs.flatMap(({ filters: own }, index) =>
      isList(own) ? listRefusals(kind, own, [...path, 'backendRefs', index, 'filters']) : [],
    ),
    ...(redirects && backendRefs.length > 0
      ? [object(path, 'RequestRedirect filter must not be used together with backendRefs')]
      : []),
    ...prefixRefusals(rule, path),
  ];
}

function listRefusals(
  kind: keyof typeof fields,
  filters: readonly unknown[],
  path: Path,
): readonly Refusal[] {
  const all = filters.filter(isMap);
  const types = all.map(({ type }) => type);
  const repeated = once.filter((type) => types.filter((other) => other === type).length > 1);
  const excluded =
    types.includes('RequestRedirect') && types.includes('URLRewrite')
      ? ['May specify either httpRouteFilterRequestRedirect or httpRouteFilterRequestRewrite, but not both']
      : [];
  return [
    ...tooManyOf(path, filters, 16),
    ...filters.flatMap((filter, index) =>
      isMap(filter) ? unionRefusals(fields[kind], filter, [...path, index]) : [],
    ),
    ...[...excluded, ...repeated.map((type) => `${type} filter cannot be repeated`)].map((words) =>
      refusal(path, `Invalid value: "array": ${words}`),
    ),
  ];
}

/** A filter has the field of its type and none of another. */
function unionRefusals(
  known: Readonly<Record<string, string>>,
  filter: JsonMap,
  path: Path,
): readonly Refusal[] {
  return Object.entries(known).flatMap(([type, field]) => {
    const [isOfType, isThere] = [filter.type === type, filter[field] != null];
    if (isOfType === isThere) return [];
    const words = isOfType
      ? `must be specified for ${type} filter.type`
      : `must be nil if the filter.type is not ${type}`;
    return [object(path, `filter.${field} ${words}`)];
  });
}

/** A prefix is replaced in a rule with one match of a prefix. */
function prefixRefusals({ filters = [], matches = [] }: RouteRule, path: Path): readonly Refusal[] {
  const [match, another] = matches;
  if (match && !another && at(match, 'path', 'type') === 'PathPrefix') return [];
  return [
    ['RequestRedirect', 'requestRedirect'],
    ['URLRewrite', 'urlRewrite'],
  ].flatMap(([type = '', field = '']) => {
    const replacing = filters.filter(
      (filter) =>
        at(filter, field, 'path', 'type') === 'ReplacePrefixMatch' &&
        at(filter, field, 'path', 'replacePrefixMatch') !== undefined,
    );
    return replacing.length === 1
      ? [
          object(
            path,
            `When using ${type} filter with path.replacePrefixMatch, exactly one PathPrefix match must be specified`,
          ),
        ]
      : [];
  });
}

function object(path: Path, words: string): Refusal {
  return refusal(path, `Invalid value: "object": ${words}`);
}
