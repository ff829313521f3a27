import { memoizeAnswers } from '../../model/memo.js';
import { ControllerError } from '../../kubernetes/objects/controller-error.js';
import { gatewayGroup } from '../../kubernetes/kinds/gateway-defaults.js';
import { isSameJson } from '../../kubernetes/objects/json.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { configOf, type GatewayConfig, type KindConfig } from './gateway-api/config.js';
import { withExperiment } from './gateway-api/experiments.js';
import { addsRoute, headersOf, withHeaderRoute, withoutManaged } from './gateway-api/header-routes.js';
import { managedNamesOf } from './gateway-api/managed.js';
import {
  findRoute,
  storedRoute,
  writeRoute,
  type RouteObject,
  type RoutePlace,
} from './gateway-api/route-object.js';
import { selectorMatchesLabels } from './gateway-api/selected.js';
import { withLabel, withWeights, type WeightedServices } from './gateway-api/weights.js';
import { prefixingErrors } from './istio/managed-routes.js';
import { orNone, type Reconciler, type RoutingPass } from './reconciler.js';

/**
 * What the Gateway API plugin, v0.15.0, does to routes. It reads each of them from the API server each time, so it sees what the
 * same pass has written.
 * https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/plugin.go
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/plugin/plugin.go
 */
export const gatewayReconciler: Reconciler = {
  verifiesWeights: true,

  removeManagedRoutes(pass) {
    prefixingErrors('failed to remove managed routes via plugin: ', () => {
      eachHeaderRoute(pass, (route, split) => withoutManaged(route, split));
    });
  },

  setHeaderRoute(pass, route) {
    prefixingErrors('failed to set header route via plugin: ', () => {
      eachHeaderRoute(
        pass,
        (before, split) =>
          addsRoute(route) ? withHeaderRoute(before, route, split) : withoutManaged(before, split),
        addsRoute(route) ? () => headersOf(route.match) : undefined,
      );
    });
  },

  setMirrorRoute() {
    // The plugin does nothing, and reports success.
  },

  updateHash() {
    // The Services select the pods.
  },

  setWeight(pass, weight, experiments) {
    prefixingErrors('failed to set weight via plugin: ', () => {
      const { spec, status } = pass.rollout;
      const { currentExperiment, weights } = status?.canary ?? {};
      const config = configOf(pass.rollout);
      const split = weightedServices(pass.rollout);
      const places = config.kinds.flatMap((kind) => placesOf(pass, config, kind));
      if (places.length === 0) throw new ControllerError(noRoutes);
      for (const place of places) {
        const before = findRoute(pass, place);
        const stored = (): RouteObject => {
          const weighted = withWeights(before, split, weight);
          const after =
            place.kind === 'HTTPRoute' ? withExperiment(pass, weighted, split, experiments) : weighted;
          const made = storedRoute(withLabel(after, weight, config.label));
          return isSameJson(made, before) ? before : made;
        };
        // The result also depends on the Services of experiments, which are looked up.
        const asked = [spec, weight, place.kind, orNone(experiments), orNone(weights?.additional)];
        writeRoute(pass, currentExperiment ? stored() : weightsKnown(before, asked, stored));
      }
    });
  },
};

const weightsKnown = memoizeAnswers<RouteObject, RouteObject>();

/** https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/errors.go */
const noRoutes =
  "No routes configured. At least one of 'httpRoutes', 'grpcRoutes', 'tcpRoutes', 'tlsRoutes', 'httpRoute', 'grpcRoute', 'tcpRoute' or 'tlsRoute' must be set";

interface ConfiguredRoute extends RoutePlace {
  readonly hasHeaderRoutes: boolean;
}

/** The routes of a kind: first those by name, then those by selector. */
function placesOf(
  { cluster }: RoutingPass,
  { namespace }: GatewayConfig,
  { kind, named, selector }: KindConfig,
): readonly ConfiguredRoute[] {
  const selected = selector
    ? cluster
        .list({ group: gatewayGroup, kind }, namespace)
        .filter(({ metadata }) => selectorMatchesLabels(selector, metadata.labels ?? {}))
        .map(({ metadata }) => ({ kind, namespace, name: metadata.name, hasHeaderRoutes: false }))
    : [];
  return [
    ...named.map(({ name = '', useHeaderRoutes = false }) => ({
      kind,
      namespace,
      name,
      hasHeaderRoutes: useHeaderRoutes,
    })),
    ...selected,
  ];
}

/** Changes the routes that header steps write. Errors of the step are thrown before a route is read. */
function eachHeaderRoute(
  pass: RoutingPass,
  change: (route: RouteObject, split: WeightedServices) => RouteObject,
  check?: () => void,
): void {
  const config = configOf(pass.rollout);
  const split = weightedServices(pass.rollout);
  for (const place of config.kinds.flatMap((kind) => placesOf(pass, config, kind))) {
    if (!place.hasHeaderRoutes || place.kind === 'TCPRoute' || place.kind === 'TLSRoute') continue;
    check?.();
    const before = findRoute(pass, place);
    const after = change(before, split);
    if (after !== before) writeRoute(pass, storedRoute(after));
  }
}

/** The plugin knows no other Services, so it ignores a ping-pong pair. */
function weightedServices(rollout: RolloutObject): WeightedServices {
  const { canaryService = '', stableService = '' } = rollout.spec.strategy?.canary ?? {};
  return { canary: canaryService, stable: stableService, managed: managedNamesOf(rollout) };
}
