import { ControllerError } from '../../../kubernetes/objects/controller-error.js';
import { gatewayGroup } from '../../../kubernetes/kinds/gateway-defaults.js';
import { groupOf, type KubeObject } from '../../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../../kubernetes/objects/rollout-object.js';
import { configOf, type GatewayConfig } from './config.js';
import { addsRoute } from './header-routes.js';
import { isManaged, leadsToAll, managedNamesOf } from './managed.js';
import { gatewayPlugin } from './plugin.js';
import { rulesOf, type RouteObject, type RouteRule } from './route-object.js';

/**
 * How earlier releases of the plugin write these routes differently, a sentence each. Observed with v0.13.0:
 * https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.13.0/pkg/plugin
 */
export function earlierReleases(rollout: RolloutObject, objects: Iterable<KubeObject>): readonly string[] {
  const canary = rollout.spec.strategy?.canary;
  if (canary?.trafficRouting?.plugins?.[gatewayPlugin] === undefined) return [];
  const services = [canary.stableService ?? '', canary.canaryService ?? ''];
  const routes = [...objects].filter(
    ({ apiVersion }) => groupOf(apiVersion) === gatewayGroup,
  ) as RouteObject[];
  const hasHeaderSteps = (canary.steps ?? []).some(
    ({ setHeaderRoute }) => setHeaderRoute && addsRoute(setHeaderRoute),
  );
  const config = readConfig(rollout);
  return routes.flatMap((route) => {
    const writesRules = config !== undefined && takesHeaders(route, config);
    // Before it writes a weight, the plugin removes from such a route the rules that it takes for its own.
    const rules = rulesOf(route).filter(
      (rule) => !writesRules || !isManaged(rule, managedNamesOf(rollout), canary.canaryService ?? ''),
    );
    return [
      ...removedBackends(route, rules, services),
      ...(writesRules && hasHeaderSteps ? singleCopy(route, rules, services) : []),
    ];
  });
}

/** Each weight treated all other backends as those of an Experiment that has ended (issue 203). */
function removedBackends(
  route: RouteObject,
  rules: readonly RouteRule[],
  services: readonly string[],
): readonly string[] {
  if (route.kind !== 'HTTPRoute') return [];
  const first = rules.find(({ backendRefs = [] }) => backendRefs.some(({ name }) => services.includes(name)));
  const others = (first?.backendRefs ?? []).filter(({ name }) => !services.includes(name));
  const names = [...new Set(others.map(({ name }) => `"${name}"`))].join(', ');
  return others.length === 0
    ? []
    : [
        `The plugin before v0.14.1 removes ${names} from HTTPRoute "${route.metadata.name}" with the first weight.`,
      ];
}

/** A header step added one rule, for the first that leads to both Services (issue 207). */
function singleCopy(
  route: RouteObject,
  rules: readonly RouteRule[],
  services: readonly string[],
): readonly string[] {
  const sources = rules.filter((rule) => leadsToAll(rule, services));
  return sources.length < 2
    ? []
    : [
        `The plugin before v0.15.0 adds a header route for the first rule of ${route.kind} "${route.metadata.name}" alone, not for all ${sources.length} that lead to both Services.`,
      ];
}

function takesHeaders({ kind, metadata }: RouteObject, { kinds }: GatewayConfig): boolean {
  return kinds.some(
    (one) =>
      one.kind === kind &&
      one.named.some(({ name, useHeaderRoutes }) => name === metadata.name && useHeaderRoutes),
  );
}

function readConfig(rollout: RolloutObject): GatewayConfig | undefined {
  try {
    return configOf(rollout);
  } catch (error) {
    if (error instanceof ControllerError) return undefined;
    throw error;
  }
}
