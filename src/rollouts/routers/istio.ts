import { isOf, kinds, type KubeObject } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { isAtLeast, type RolloutsVersion } from '../../kubernetes/objects/version.js';
import { managedRoutes, serviceField, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { istioGroup as group, type Protocol, protocols } from '../../kubernetes/kinds/virtual-service.js';
import type { Field, Path } from '../../model/field.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { detach } from '../../yaml/parse/characters.js';
import { choiceOf, routeName, stringOrEmpty, weightedOf } from './istio/fields.js';
import { istioReconciler } from './istio-reconciler.js';
import { liveValue } from './istio/live.js';
import { isUndecided, selectByName, selectByPort, selectors } from './istio/routes.js';
import { roleIn, type DestinationRole, type DestinationNames } from './istio/split.js';
import { namespacedName, section, type VirtualServiceObject } from './istio/virtual-service.js';
import type { ManagedRoute, Router } from './router.js';

export { selectors };

/**
 * Istio, split between two Services (host level) or two subsets of a DestinationRule (subset level).
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go
 */
const istio: Router = {
  key: 'istio',
  title: 'Istio',
  features: { setHeaderRoute: '1.7', setMirrorRoute: '1.7', experimentWeight: '1.7', pingPong: '1.7' },
  needsServices: ({ hasPingPong, hasDestinationRule }) => !hasPingPong && !hasDestinationRule,
  reconciler: istioReconciler,
  stepRoutes: managedHttpRoutes,
  origin,
  areWeightsTaken: () => true,

  references(rollout, version) {
    const rule = destinationRule(rollout);
    return [...virtualServices(rollout, version), ...(rule ? [rule] : [])];
  },

  live(rollout, state, find, version) {
    const seen = new Set<Resource>();
    const rule = destinationRule(rollout);
    return virtualServices(rollout, version).flatMap((reference) => {
      const virtualService = find(reference);
      if (!virtualService || seen.has(virtualService)) return [];
      seen.add(virtualService);
      const ruleHost = (rule && find(rule)?.at('spec', 'host').text) ?? '';
      const pass = { rollout: rolloutFor(reference.entry), ruleHost, version };
      const value = liveValue(virtualService, reference.to, pass, state);
      return [{ resource: virtualService, value }];
    });
  },
};

export default istio;

/** The matches of a route come from its step; a mirror route copies everything else from the Rollout's own route. */
function origin(_rollout: Resource, path: Path, step?: Field): Field | undefined {
  const [, , , list, index, ...rest] = path;
  if (!step || path[0] !== 'spec' || list !== 'match') return step?.at('name');
  const match = step.at('match', index ?? 0);
  if (step.key === 'setMirrorRoute') return match.at(...rest.map((key) => (key === 'uri' ? 'path' : key)));
  const [, , ...inside] = rest;
  return inside.length > 0 ? match.at('headerValue', ...inside) : match.at('headerName');
}

function managedHttpRoutes(object: KubeObject): readonly ManagedRoute[] {
  if (!isOf(object, kinds.virtualService)) return [];
  return (section(object as VirtualServiceObject, 'http') ?? []).map(({ name = '', mirror }) => ({
    name,
    kind: mirror === undefined ? 'header' : 'mirror',
  }));
}

/** A VirtualService in which a Rollout splits traffic, and the routes that it names there. */
export interface VirtualServiceReference extends Reference {
  /** The entry of the Rollout: `virtualService`, or an item of `virtualServices`. */
  readonly entry: Field;
}

/** The VirtualServices of a Rollout. `name.namespace` names one in another namespace. */
export function virtualServices(
  rollout: Resource,
  version: RolloutsVersion,
): readonly VirtualServiceReference[] {
  const config = trafficRouting(rollout).at('istio');
  return [config.at('virtualService'), ...config.at('virtualServices').items].flatMap((entry) => {
    const from = entry.at('name');
    if (from.text === undefined) return [];
    const to = namespacedName(from.text, version);
    return [{ entry, from, to: { group, kind: 'VirtualService', ...to } }];
  });
}

/** The DestinationRule of subset-level splitting, always in the Rollout's namespace. */
export interface DestinationRuleReference extends Reference {
  readonly canarySubset: Field;
  readonly stableSubset: Field;
}

export function destinationRule(rollout: Resource): DestinationRuleReference | undefined {
  const entry = trafficRouting(rollout).at('istio', 'destinationRule');
  const from = entry.at('name');
  if (from.text === undefined) return undefined;
  return {
    from,
    to: { group, kind: 'DestinationRule', name: from.text },
    canarySubset: entry.at('canarySubsetName'),
    stableSubset: entry.at('stableSubsetName'),
  };
}

/** One route that a Rollout manages, or a selector that matches none. */
export interface SelectedRoute {
  readonly protocol: Protocol;
  /** The item of routes, tlsRoutes or tcpRoutes that selects it; absent when the only route is selected implicitly. */
  readonly by: Field | undefined;
  /** The route in the VirtualService; undefined when the item matches none. */
  readonly route: Field | undefined;
}

/**
 * The routes of a VirtualService whose weights the controller sets, per protocol that the VirtualService has.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go
 * (getHttpRouteIndexesToPatch, getTlsRouteIndexesToPatch, getTcpRouteIndexesToPatch)
 */
export function selectedRoutes(
  { entry }: VirtualServiceReference,
  virtualService: Resource,
  version: RolloutsVersion,
): readonly SelectedRoute[] {
  return protocols.flatMap((protocol) => {
    const section = virtualService.at('spec', protocol);
    if (section.shape !== 'list') return [];
    const [wanted, routes] = [entry.at(selectors[protocol]).items, section.items];
    const selected =
      protocol === 'http'
        ? selectByName(wanted.map(stringOrEmpty), routes.map(routeName), version)
        : selectByPort(
            protocol,
            wanted.map(choiceOf),
            routes.map((route) => route.at('match').items.map(choiceOf)),
          );
    return selected.map(({ by, route }) => ({
      protocol,
      by: by === undefined ? undefined : wanted[by],
      route: route === undefined ? undefined : routes[route],
    }));
  });
}

/**
 * The sections with several routes of which the Rollout selects none, which makes it invalid.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go
 * (ValidateHTTPRoutes, ValidateTlsRoutes, ValidateTcpRoutes)
 */
export function undecidedProtocols(
  { entry }: VirtualServiceReference,
  virtualService: Resource,
): readonly Protocol[] {
  const managed = managedRoutes(entry.resource).map(stringOrEmpty);
  return protocols.filter((protocol) =>
    isUndecided(
      protocol,
      entry.at(selectors[protocol]).items.length,
      virtualService.at('spec', protocol).items.map(routeName),
      managed,
    ),
  );
}

/** The role of a destination of a selected route; the controller ignores one without a host. */
export function roleOf(rollout: Resource, route: Field, version: RolloutsVersion): DestinationRole {
  return roleIn(splitIn(rollout, version), weightedOf(route)) ?? 'other';
}

/** The names by which a Rollout distinguishes destinations. */
interface Names extends DestinationNames {
  readonly isSubsetLevel: boolean;
}

export function namedSplit(rollout: Resource): Names {
  let split = splits.get(rollout);
  if (!split) {
    const { stable, canary } = splitServices(rollout);
    const rule = trafficRouting(rollout).at('istio', 'destinationRule');
    split = {
      canaryService: detachedText(canary),
      stableService: detachedText(stable),
      canarySubset: detachedText(rule.at('canarySubsetName')),
      stableSubset: detachedText(rule.at('stableSubsetName')),
      additionalSubsets: additionalSubsets(rollout).map(detachedText),
      isSubsetLevel: rule.shape === 'map',
    };
    splits.set(rollout, split);
  }
  return split;
}

/** Version 1.8 ignores additional subsets. */
export function splitIn(rollout: Resource, version: RolloutsVersion): Names {
  const split = namedSplit(rollout);
  return isAtLeast(version, '1.9') ? split : { ...split, additionalSubsets: [] };
}

function detachedText(field: Field): string {
  return detach(stringOrEmpty(field));
}

/** Cached, because it is needed for each destination. */
const splits = new WeakMap<Resource, Names>();

/** The subsets other than stable and canary that a Rollout allows to have a weight. */
export function additionalSubsets(rollout: Resource): readonly Field[] {
  return trafficRouting(rollout).at('istio', 'destinationRule', 'additionalSubsetNames').items;
}

/**
 * The fields that name the stable and canary Services. Ping and pong are used when neither is named; they swap their roles with
 * each promotion, and after the first install ping is the stable one.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/service_helper.go
 */
export function splitServices(rollout: Resource): { readonly stable: Field; readonly canary: Field } {
  const [stable, canary] = [serviceField(rollout, 'stable'), serviceField(rollout, 'canary')];
  if (stable.text !== undefined || canary.text !== undefined) return { stable, canary };
  const [ping, pong] = [serviceField(rollout, 'ping'), serviceField(rollout, 'pong')];
  return ping.text === undefined && pong.text === undefined
    ? { stable, canary }
    : { stable: ping, canary: pong };
}

/** Whether traffic is split between subsets of a DestinationRule, and not between Services. */
export function isSubsetLevel(rollout: Resource): boolean {
  return namedSplit(rollout).isSubsetLevel;
}

/** A Rollout with only what the reconciler reads, and one of its VirtualServices. Ping is stable in it. */
function rolloutFor(entry: Field): RolloutObject {
  const rollout = entry.resource;
  const { additionalSubsets: additionalSubsetNames, ...split } = namedSplit(rollout);
  const rule = destinationRule(rollout);
  const istio = {
    virtualService: {
      name: stringOrEmpty(entry.at('name')),
      routes: entry.at('routes').items.map(stringOrEmpty),
      tlsRoutes: entry.at('tlsRoutes').items.map(choiceOf),
      tcpRoutes: entry.at('tcpRoutes').items.map(choiceOf),
    },
    ...(rule && {
      destinationRule: {
        name: rule.to.name,
        canarySubsetName: split.canarySubset,
        stableSubsetName: split.stableSubset,
        additionalSubsetNames,
      },
    }),
  };
  const routing = {
    istio,
    managedRoutes: managedRoutes(rollout).map((field) => ({ name: stringOrEmpty(field) })),
  };
  const { canaryService, stableService } = split;
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Rollout',
    metadata: { name: rollout.name },
    spec: { strategy: { canary: { canaryService, stableService, trafficRouting: routing } } },
  };
}
