import type { KubeObject } from '../../kubernetes/objects/object.js';
import type { TrafficRouting } from '../../kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import type { Field, Path } from '../../model/field.js';
import { append } from '../../model/multimap.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { trafficRouting } from '../../kubernetes/kinds/rollout.js';
import type { Reconciler } from './reconciler.js';

/** Finds what a reference means; undefined when it is absent or unknown. */
export type Find = (reference: Reference) => Resource | undefined;

/** The moment of a rollout that a router is asked about. */
export interface RouterState {
  /** Percent of the traffic that the canary gets, of 100. */
  readonly weight: number;
  /** The `setHeaderRoute` steps whose routes exist at that moment. */
  readonly headerRoutes: readonly Field[];
}

/** An object as the controller leaves it. */
export interface LiveObject {
  readonly resource: Resource;
  /** The whole content, as plain data. */
  readonly value: unknown;
}

/**
 * A key that upstream knows under `trafficRouting`.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/types.go (RolloutTrafficRouting)
 */
export type RouterKey = Exclude<keyof TrafficRouting, 'managedRoutes' | 'maxTrafficWeight'>;

/** What the controller allows with some routers only. */
export type Feature =
  'setHeaderRoute' | 'setMirrorRoute' | 'experimentWeight' | 'pingPong' | 'maxTrafficWeight';

/** What the controller's validation knows of a router. */
export interface RouterFacts {
  /** Its key under `spec.strategy.canary.trafficRouting`. */
  readonly key: RouterKey;
  /** As users call it. */
  readonly title: string;
  /**
   * What the controller allows with it, and the first release here that does.
   * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go
   * https://github.com/argoproj/argo-rollouts/blob/v1.10.2/pkg/apis/rollouts/validation/validation.go
   */
  readonly features: Readonly<Partial<Record<Feature, RolloutsVersion>>>;
  /**
   * Whether it cannot do without a stable and a canary Service.
   * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go (requireCanaryStableServices)
   */
  needsServices(given: { readonly hasPingPong: boolean; readonly hasDestinationRule: boolean }): boolean;
}

/** A route of a header or mirror step. */
export interface ManagedRoute {
  readonly name: string;
  readonly kind: 'header' | 'mirror';
}

/** A router that is simulated: what it refers to and what the controller writes. */
export interface Router extends RouterFacts {
  /** The name of the plugin that it is, where its key is that of all plugins. */
  readonly plugin?: string;
  /** The objects that carry the traffic split: those that must exist, as far as the Rollout names them. */
  references(rollout: Resource, version: RolloutsVersion): readonly Reference[];
  /** The objects of Git that the controller changes in a state, as they are then. Objects it creates are not among them. */
  live(rollout: Resource, state: RouterState, find: Find, version: RolloutsVersion): readonly LiveObject[];
  /** What a pass of the controller does with it. */
  readonly reconciler: Reconciler;
  /** The field of a Rollout for which the API server refuses a field of what it writes; of a step, if it is one's. */
  readonly origin?: (rollout: Resource, path: Path, step?: Field) => Field | undefined;
  /** The routes in one of its objects that steps may have made; none of any other object. */
  readonly stepRoutes?: (object: KubeObject, names: readonly string[]) => readonly ManagedRoute[];
}

/** A router that is not simulated. */
export interface OtherRouter extends RouterFacts {
  /** The objects that must exist for it, by its configuration. API groups are those of a controller without flags that change them. */
  readonly needs: (config: Field) => readonly Reference[];
  /** What the controller does with it, in words. */
  readonly writes: string;
}

/** The configuration of a router in a Rollout, whether it is there or not. */
export function configurationOf({ key, plugin }: Pick<Router, 'key' | 'plugin'>, rollout: Resource): Field {
  const config = trafficRouting(rollout).at(key);
  return plugin === undefined ? config : config.at(plugin);
}

export function usesRouter(rollout: Resource, router: Pick<Router, 'key' | 'plugin'>): boolean {
  return configurationOf(router, rollout).exists;
}

/** The Rollouts that use a router, with its configuration. */
export function routedBy({ key, plugin }: Router, rollouts: readonly Resource[]): readonly Resource[] {
  let known = routed.get(rollouts);
  if (!known) routed.set(rollouts, (known = byRouter(rollouts)));
  return known.get(nameOf(key, plugin)) ?? none;
}

/** Nearly every rule asks for the Rollouts of a router; what a Rollout configures is read once for all of them. */
const routed = new WeakMap<readonly Resource[], ReadonlyMap<string, readonly Resource[]>>();

const none: readonly Resource[] = [];

function byRouter(rollouts: readonly Resource[]): ReadonlyMap<string, readonly Resource[]> {
  const found = new Map<string, Resource[]>();
  for (const rollout of rollouts) {
    const routing = trafficRouting(rollout);
    for (const key of keysOf(routing)) {
      append(found, nameOf(key), rollout);
      for (const plugin of keysOf(routing.at(key))) append(found, nameOf(key, plugin), rollout);
    }
  }
  return found;
}

/** The keys of a map that have a value, each once. */
function keysOf(map: Field): readonly string[] {
  return [...new Set(map.entries.map(({ key }) => String(key)))].filter((key) => map.at(key).exists);
}

function nameOf(key: string, plugin?: string): string {
  return JSON.stringify([key, plugin]);
}
