import type { RolloutsVersion } from '../cluster/version.js';
import type { Field } from '../model/field.js';
import type { Reference } from '../model/reference.js';
import type { Resource } from '../model/resource.js';
import { trafficRouting } from '../kinds/rollout.js';

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

/** All that is known of one traffic router: what it refers to and what the controller writes. */
export interface Router {
  /** Its key under `spec.strategy.canary.trafficRouting`. */
  readonly key: string;
  /** The name of the plugin that it is, where its key is that of all plugins. */
  readonly plugin?: string;
  /** As users call it. */
  readonly title: string;
  /** The objects that carry the traffic split: those that must exist, as far as the Rollout names them. */
  references(rollout: Resource, version: RolloutsVersion): readonly Reference[];
  /** The objects of Git that the controller changes in a state, as they are then. Objects it creates are not among them. */
  live(rollout: Resource, state: RouterState, find: Find, version: RolloutsVersion): readonly LiveObject[];
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
export function routedBy(router: Router, rollouts: readonly Resource[]): readonly Resource[] {
  let known = routed.get(rollouts);
  if (!known) routed.set(rollouts, (known = new Map<Router, readonly Resource[]>()));
  let found = known.get(router);
  if (!found) {
    found = rollouts.filter((rollout) => usesRouter(rollout, router));
    known.set(router, found);
  }
  return found;
}

/** Nearly every rule asks for the Rollouts of a router. */
const routed = new WeakMap<readonly Resource[], Map<Router, readonly Resource[]>>();
