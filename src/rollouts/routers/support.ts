import { memoizeLast } from '../../model/memo.js';
import type { TrafficRouting } from '../../kubernetes/objects/rollout-object.js';
import { isAtLeast, type RolloutsVersion } from '../../kubernetes/objects/version.js';
import { trafficRouting } from '../../kubernetes/kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import { registered, routerKeys } from './index.js';
import type { Feature, RouterFacts, RouterKey } from './router.js';

export type { Feature } from './router.js';

/** The routers that a Rollout configures, of all that upstream knows. */
export const routersOf = memoizeLast((rollout: Resource): readonly RouterKey[] => {
  const routing = trafficRouting(rollout);
  return routerKeys.filter((key) =>
    key === 'plugins' ? routing.at(key).entries.length > 0 : routing.at(key).exists,
  );
});

/** The same for a Rollout as a plain object. */
export function routersIn(routing: TrafficRouting): readonly RouterKey[] {
  return routerKeys.filter((key) =>
    key === 'plugins' ? Object.keys(routing.plugins ?? {}).length > 0 : routing[key] !== undefined,
  );
}

/** Whether a version of the controller allows a feature with one of these routers. */
export function isAllowed(routing: TrafficRouting, feature: Feature, version: RolloutsVersion): boolean {
  const keys = supportingIn(feature, version);
  return routersIn(routing).some((key) => keys.includes(key));
}

export function isSupported(rollout: Resource, feature: Feature, version: RolloutsVersion): boolean {
  const keys = supportingIn(feature, version);
  return routersOf(rollout).some((key) => keys.includes(key));
}

/** The routers that support a feature in a version of the controller. */
export function supportingIn(feature: Feature, version: RolloutsVersion): readonly RouterKey[] {
  return routerKeys.filter((key) => {
    const since = routerFacts(key)?.features[feature];
    return since !== undefined && isAtLeast(version, since);
  });
}

/** The names of routers for users. */
export function routerTitles(keys: readonly RouterKey[]): readonly string[] {
  return keys.map((key) => routerFacts(key)?.title ?? key);
}

/** What the controller's validation knows of a router. */
export function routerFacts(key: RouterKey): RouterFacts | undefined {
  return registered.find((router) => router.key === key);
}
