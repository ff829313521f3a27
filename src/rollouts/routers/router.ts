import type { KubeObject } from '../../kubernetes/objects/object.js';
import type { TrafficRouting } from '../../kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import type { Field, Path } from '../../model/field.js';
import { append } from '../../model/multimap.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { none } from '../../model/none.js';
import type { Reconciler } from './reconciler.js';

/** Finds the target of a reference; undefined when it is absent or unknown. */
export type Find = (reference: Reference) => Resource | undefined;

/** A state of a rollout for a router. */
export interface RouterState {
  /** The percentage of the traffic that the canary gets. */
  readonly weight: number;
  /** The `setHeaderRoute` steps whose routes exist in that state. */
  readonly headerRoutes: readonly Field[];
  /** The same for `setMirrorRoute`. */
  readonly mirrorRoutes?: readonly Field[];
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
  /** Its name for users. */
  readonly title: string;
  /**
   * What the controller allows with it, and the first supported release that does.
   * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go
   * https://github.com/argoproj/argo-rollouts/blob/v1.10.2/pkg/apis/rollouts/validation/validation.go
   */
  readonly features: Readonly<Partial<Record<Feature, RolloutsVersion>>>;
  /**
   * Whether it requires a stable and a canary Service.
   * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go (requireCanaryStableServices)
   */
  needsServices(given: { readonly hasPingPong: boolean; readonly hasDestinationRule: boolean }): boolean;
}

/** A route of a header or mirror step. */
export interface ManagedRoute {
  readonly name: string;
  readonly kind: 'header' | 'mirror';
}

/** A simulated router: what it refers to and what the controller writes. */
export interface Router extends RouterFacts {
  /** The name of the plugin that it is, if its key is that of all plugins. */
  readonly plugin?: string;
  /** The objects that carry the traffic split: those that must exist, as far as the Rollout names them. */
  references(rollout: Resource, version: RolloutsVersion): readonly Reference[];
  /**
   * The objects of Git that the controller changes in a state, as they are then. Objects that it creates are not included.
   * `selected` are those that selectors of the Rollout find.
   */
  live(
    rollout: Resource,
    state: RouterState,
    find: Find,
    version: RolloutsVersion,
    selected?: readonly Reference[],
  ): readonly LiveObject[];
  /** What a pass of the controller does with it. */
  readonly reconciler: Reconciler;
  /**
   * The field of a Rollout that causes the API server to reject a field of what the controller writes; of a step, if one causes
   * it.
   */
  readonly origin?: (rollout: Resource, path: Path, step?: Field) => Field | undefined;
  /**
   * Whether the API server takes each object in which it sets weights, if it took the object before: nothing else in it that comes
   * from the Rollout can be refused.
   */
  readonly areWeightsTaken?: (rollout: Resource) => boolean;
  /** The routes in an object of this router that steps may have added; none for other objects. */
  readonly stepRoutes?: (object: KubeObject, names: readonly string[]) => readonly ManagedRoute[];
}

/** A router that is not simulated. */
export interface OtherRouter extends RouterFacts {
  /** The objects that its configuration requires, with the API groups of a controller without flags that change them. */
  readonly needs: (config: Field) => readonly Reference[];
  /** What the controller does with it, in words. */
  readonly writes: string;
}

/** The configuration of a router in a Rollout, present or not. */
export function configurationOf({ key, plugin }: Pick<Router, 'key' | 'plugin'>, rollout: Resource): Field {
  const config = trafficRouting(rollout).at(key);
  return plugin === undefined ? config : config.at(plugin);
}

export function usesRouter(rollout: Resource, router: Pick<Router, 'key' | 'plugin'>): boolean {
  return configurationOf(router, rollout).exists;
}

/** The Rollouts that use a router, with its configuration. */
export function rolloutsRoutedBy(
  { key, plugin }: Router,
  rollouts: readonly Resource[],
): readonly Resource[] {
  let known = routed.get(rollouts);
  if (!known) routed.set(rollouts, (known = byRouter(rollouts)));
  return known.get(routerKey(key, plugin)) ?? none;
}

/** Nearly every rule asks for the Rollouts of a router, so the configuration of each Rollout is read once. */
const routed = new WeakMap<readonly Resource[], ReadonlyMap<string, readonly Resource[]>>();

function byRouter(rollouts: readonly Resource[]): ReadonlyMap<string, readonly Resource[]> {
  const found = new Map<string, Resource[]>();
  for (const rollout of rollouts) {
    const routing = trafficRouting(rollout);
    for (const key of presentKeys(routing)) {
      append(found, routerKey(key), rollout);
      for (const plugin of presentKeys(routing.at(key))) append(found, routerKey(key, plugin), rollout);
    }
  }
  return found;
}

/** The keys of a map that have a value, each once. */
function presentKeys(map: Field): readonly string[] {
  return [...new Set(map.entries.map(({ key }) => String(key)))].filter((key) => map.at(key).exists);
}

function routerKey(key: string, plugin?: string): string {
  return JSON.stringify([key, plugin]);
}
