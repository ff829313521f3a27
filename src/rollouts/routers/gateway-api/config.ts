import { memoize } from '../../../model/memo.js';
import { ControllerError } from '../../../kubernetes/objects/controller-error.js';
import type { RouteKind } from '../../../kubernetes/kinds/gateway-defaults.js';
import { isList, isMap } from '../../../kubernetes/objects/json.js';
import type { LabelSelector, RolloutObject } from '../../../kubernetes/objects/rollout-object.js';
import { gatewayPlugin, inProgressLabel } from './plugin.js';

/** The name of a route, and whether header steps write it. */
export interface NamedRoute {
  readonly name?: string;
  readonly useHeaderRoutes?: boolean;
}

/** The configuration of one kind of route. */
export interface KindConfig {
  readonly kind: RouteKind;
  /** The items of the list, then the single field. */
  readonly named: readonly NamedRoute[];
  readonly selector: LabelSelector | undefined;
}

/** The configuration of the plugin in a Rollout. */
export interface GatewayConfig {
  readonly namespace: string | undefined;
  /** In the order in which the plugin processes them. */
  readonly kinds: readonly KindConfig[];
  /** The label of routes with a canary weight; undefined if it is disabled. */
  readonly label: { readonly key: string; readonly value: string } | undefined;
}

/** The configuration keys of each kind of route. */
export const routeKeys = [
  { kind: 'HTTPRoute', single: 'httpRoute', list: 'httpRoutes', selector: 'httpRouteSelector' },
  { kind: 'GRPCRoute', single: 'grpcRoute', list: 'grpcRoutes', selector: 'grpcRouteSelector' },
  { kind: 'TCPRoute', single: 'tcpRoute', list: 'tcpRoutes', selector: 'tcpRouteSelector' },
  { kind: 'TLSRoute', single: 'tlsRoute', list: 'tlsRoutes', selector: 'tlsRouteSelector' },
] as const satisfies readonly (Readonly<Record<'single' | 'list' | 'selector', string>> & {
  readonly kind: RouteKind;
})[];

/** The type of a field in Go. */
type GoType = 'string' | 'bool' | 'labels' | GoStruct | { readonly of: GoType; readonly name: string };

interface GoStruct {
  readonly name: string;
  readonly fields: Readonly<Record<string, GoType>>;
}

const texts: GoType = { of: 'string', name: '[]string' };
const selector: GoType = {
  name: 'v1.LabelSelector',
  fields: {
    matchLabels: 'labels',
    matchExpressions: {
      of: {
        name: 'v1.LabelSelectorRequirement',
        fields: { key: 'string', operator: 'string', values: texts },
      },
      name: '[]v1.LabelSelectorRequirement',
    },
  },
};

/** https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/types.go */
const configType: GoStruct = {
  name: 'plugin.GatewayAPITrafficRouting',
  fields: {
    ...Object.fromEntries(
      routeKeys.flatMap(({ kind, single, list, selector: key }): [string, GoType][] => [
        [single, 'string'],
        [
          list,
          {
            of: { name: `plugin.${kind}`, fields: { name: 'string', useHeaderRoutes: 'bool' } },
            name: `[]plugin.${kind}`,
          },
        ],
        [key, selector],
      ]),
    ),
    namespace: 'string',
    disableInProgressLabel: 'bool',
    inProgressLabelKey: 'string',
    inProgressLabelValue: 'string',
  },
};

/** The keys that the plugin knows, at the top and in an entry of a list. */
export const configKeys = {
  all: Object.keys(configType.fields),
  entry: ['name', 'useHeaderRoutes'],
} as const;

/** What the plugin reads of the configuration, by field name. */
interface Decoded {
  readonly namespace?: string;
  readonly disableInProgressLabel?: boolean;
  readonly inProgressLabelKey?: string;
  readonly inProgressLabelValue?: string;
  readonly [key: string]: unknown;
}

const decodedOf = memoize((spec: RolloutObject['spec']): Decoded => {
  const value = spec.strategy?.canary?.trafficRouting?.plugins?.[gatewayPlugin];
  if (value === undefined) throw new ControllerError('unexpected end of JSON input');
  if (!isMap(value)) throw mismatch(value, 'Go value', configType.name);
  return struct(value, configType, []) as Decoded;
});

/**
 * The configuration of a Rollout, or the errors of the plugin.
 * https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/plugin.go (getGatewayAPITrafficRoutingConfig)
 */
export function configOf({ metadata, spec }: RolloutObject): GatewayConfig {
  const decoded = decodedOf(spec);
  const { namespace, disableInProgressLabel, inProgressLabelKey, inProgressLabelValue } = decoded;
  return {
    namespace: namespace || metadata.namespace,
    kinds: routeKeys.map(({ kind, single, list, selector: key }) => ({
      kind,
      named: [...((decoded[list] ?? []) as readonly NamedRoute[]), ...namedRoute(decoded[single])],
      selector: decoded[key] as LabelSelector | undefined,
    })),
    label: disableInProgressLabel
      ? undefined
      : {
          key: inProgressLabelKey || inProgressLabel.key,
          value: inProgressLabelValue || inProgressLabel.value,
        },
  };
}

function namedRoute(name: unknown): readonly NamedRoute[] {
  return typeof name === 'string' && name !== '' ? [{ name, useHeaderRoutes: true }] : [];
}

/** Go matches fields case-insensitively, and ignores unknown ones. */
function struct(value: Readonly<Record<string, unknown>>, type: GoStruct, path: readonly string[]): unknown {
  const names = new Map(Object.keys(type.fields).map((name) => [name.toLowerCase(), name]));
  const result: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    const name = Object.hasOwn(type.fields, key) ? key : names.get(key.toLowerCase());
    const field = name === undefined ? undefined : type.fields[name];
    if (name === undefined || field === undefined || inner === null) continue;
    result[name] = decode(inner, field, type, [...path, name]);
  }
  return result;
}

function decode(value: unknown, type: GoType, owner: GoStruct, path: readonly string[]): unknown {
  const where = `Go struct field ${owner.name.replace(/^.*\./, '')}.${path.join('.')}`;
  if (type === 'string' || type === 'bool') {
    if (typeof value !== (type === 'bool' ? 'boolean' : type)) throw mismatch(value, where, type);
    return value;
  }
  if (type === 'labels') return value;
  if ('of' in type) {
    if (!isList(value)) throw mismatch(value, where, type.name);
    return value.map((item) => (item === null ? {} : decode(item, type.of, owner, path)));
  }
  if (!isMap(value)) throw mismatch(value, where, type.name);
  return struct(value, type, path);
}

function mismatch(value: unknown, where: string, type: string): ControllerError {
  const kind = isList(value)
    ? 'array'
    : isMap(value)
      ? 'object'
      : typeof value === 'boolean'
        ? 'bool'
        : typeof value;
  return new ControllerError(`json: cannot unmarshal ${kind} into ${where} of type ${type}`);
}
