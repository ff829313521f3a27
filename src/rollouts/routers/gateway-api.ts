import { gatewayGroup, type RouteKind } from '../../kubernetes/kinds/gateway-defaults.js';
import { groupOf, type KubeObject } from '../../kubernetes/objects/object.js';
import type { SetHeaderRoute } from '../../kubernetes/objects/rollout-object.js';
import { requirements } from '../../kubernetes/kinds/selector.js';
import type { Field, Path } from '../../model/field.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { qualifiedNameProblems } from '../../kubernetes/validation/labels.js';
import { routeKeys } from './gateway-api/config.js';
import { isManagedName } from './gateway-api/managed.js';
import { gatewayPlugin } from './gateway-api/plugin.js';
import { type RouteObject, rulesOf } from './gateway-api/route-object.js';
import { gatewayReconciler } from './gateway-api-reconciler.js';
import { liveObjects } from './live-objects.js';
import { pluginFacts } from './plugins.js';
import type { RoutingPass } from './reconciler.js';
import { configurationOf, type ManagedRoute, type Router } from './router.js';

/**
 * Routes of the Gateway API, written by a plugin: weights of backends, and rules for header routes.
 * https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/tree/v0.15.0/docs
 */
const gateway: Router = {
  ...pluginFacts,
  plugin: gatewayPlugin,
  title: 'Gateway API',
  reconciler: gatewayReconciler,
  stepRoutes: headerRules,
  origin,
  areWeightsTaken: (rollout) => !labelKeys.some((key) => gatewayConfig(rollout).at(key).exists),

  references: routeReferences,

  live(rollout, { weight, headerRoutes }, find, version, selected = []) {
    const namespace = gatewayConfig(rollout).at('namespace').text;
    const references = [
      ...routeReferences(rollout),
      ...selected.map(({ from, to }) => ({ from, to: { ...to, namespace } })),
    ];
    return liveObjects(rollout, references, find, version, [
      (pass) => {
        gatewayReconciler.setWeight(pass, weight, []);
      },
      ...headerRoutes.map((step) => (pass: RoutingPass) => {
        gatewayReconciler.setHeaderRoute(pass, step.at('setHeaderRoute').value as SetHeaderRoute);
      }),
    ]);
  },
};

export default gateway;

/** The plugin adds a rule with the name of the route, and further ones with a number appended. */
function headerRules(object: KubeObject, names: readonly string[]): readonly ManagedRoute[] {
  if (groupOf(object.apiVersion) !== gatewayGroup) return [];
  return rulesOf(object as RouteObject).flatMap((rule) =>
    names.filter((name) => isManagedName(rule.name, [name])).map((name) => ({ name, kind: 'header' })),
  );
}

/** The fields of the label that a route has while its canary has a weight. */
const labelKeys = ['inProgressLabelKey', 'inProgressLabelValue'];

/** The key of the label has a default. */
function origin(rollout: Resource, [part, list, key]: Path): Field | undefined {
  if (part !== 'metadata' || list !== 'labels') return undefined;
  const config = gatewayConfig(rollout);
  const isKey = config.at('inProgressLabelKey').text === key && qualifiedNameProblems(String(key)).length > 0;
  const field = config.at(isKey ? 'inProgressLabelKey' : 'inProgressLabelValue');
  return field.exists ? field : undefined;
}

/** The configuration of the plugin. */
function gatewayConfig(rollout: Resource): Field {
  return configurationOf(gateway, rollout);
}

/** A reference to a route, and whether header steps write that route. */
export interface RouteReference extends Reference {
  readonly to: Reference['to'] & { readonly kind: RouteKind };
  readonly hasHeaderRoutes: boolean;
}

/** Whether header steps can write routes of a kind. */
export function takesHeaderRoutes(kind: RouteKind): boolean {
  return kind === 'HTTPRoute' || kind === 'GRPCRoute';
}

/** The routes that a Rollout names; the default namespace is the Rollout's. */
export function routeReferences(rollout: Resource): readonly RouteReference[] {
  const config = gatewayConfig(rollout);
  const namespace = config.at('namespace').text;
  return routeKeys.flatMap(({ kind, single, list }) => {
    const takesHeaders = takesHeaderRoutes(kind);
    const named = [
      ...config.at(list).items.map((entry) => ({
        from: entry.at('name'),
        hasHeaderRoutes: takesHeaders && entry.at('useHeaderRoutes').value === true,
      })),
      { from: config.at(single), hasHeaderRoutes: takesHeaders },
    ];
    return named.flatMap(({ from, hasHeaderRoutes }) =>
      from.text === undefined || from.text === ''
        ? []
        : [{ from, hasHeaderRoutes, to: { group: gatewayGroup, kind, namespace, name: from.text } }],
    );
  });
}

/** A selector of a Rollout for routes. */
export interface RouteSelector {
  readonly from: Field;
  readonly kind: RouteKind;
  /** Absent: the Rollout's. */
  readonly namespace: string | undefined;
  readonly selects: (route: Resource) => boolean;
}

/** The selectors of a Rollout: header steps do not write routes that only a selector finds. */
export function routeSelectors(rollout: Resource): readonly RouteSelector[] {
  const config = gatewayConfig(rollout);
  return routeKeys.flatMap(({ kind, selector }) => {
    const from = config.at(selector);
    if (!from.exists || from.value === null) return [];
    const asked = requirements(from);
    return [
      {
        from,
        kind,
        namespace: config.at('namespace').text,
        selects: (route) => asked.every(({ holds }) => holds(routeLabels(route))),
      },
    ];
  });
}

function routeLabels(route: Resource): Readonly<Record<string, string>> {
  const { value } = route.at('metadata', 'labels');
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, string>>) : {};
}
