import type { TrafficRouting } from '../cluster/rollout-object.js';
import { isAtLeast, type RolloutsVersion } from '../cluster/version.js';
import { latest } from '../kinds/latest.js';
import { trafficRouting } from '../kinds/rollout.js';
import type { Resource } from '../model/resource.js';
import { routerKeys } from './index.js';

export type RouterKey = (typeof routerKeys)[number];

/** The routers that a Rollout configures, of all that upstream knows. */
export const routersOf = latest((rollout): readonly RouterKey[] => {
  const routing = trafficRouting(rollout);
  return routerKeys.filter((key) =>
    key === 'plugins' ? routing.at(key).entries.length > 0 : routing.at(key).exists,
  );
});

/** The routers of a Rollout that is at hand as a plain object. */
export function routersIn(routing: TrafficRouting): readonly RouterKey[] {
  return routerKeys.filter((key) =>
    key === 'plugins' ? Object.keys(routing.plugins ?? {}).length > 0 : routing[key] !== undefined,
  );
}

/**
 * The routers that the controller allows a feature with; one of those configured is enough. Nothing here is for a
 * Rollout without any.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go
 */
const supporting = {
  setHeaderRoute: ['alb', 'apisix', 'istio', 'plugins'],
  setMirrorRoute: ['istio'],
  experimentWeight: ['alb', 'istio', 'plugins', 'smi'],
  pingPong: ['alb', 'istio'],
  maxTrafficWeight: ['nginx', 'plugins'],
} as const satisfies Readonly<Record<string, readonly RouterKey[]>>;
export type Feature = keyof typeof supporting;

/**
 * What 1.10 adds to that.
 * https://github.com/argoproj/argo-rollouts/blob/v1.10.2/pkg/apis/rollouts/validation/validation.go
 */
const supportingLater: Readonly<Partial<Record<Feature, readonly RouterKey[]>>> = {
  setMirrorRoute: ['plugins'],
  pingPong: ['plugins'],
};

/** Whether a version of the controller allows a feature with one of the routers given. */
export function isAllowed(routing: TrafficRouting, feature: Feature, version: RolloutsVersion): boolean {
  const keys = supportingIn(feature, version);
  return routersIn(routing).some((key) => keys.includes(key));
}

export function isSupported(rollout: Resource, feature: Feature, version: RolloutsVersion): boolean {
  const keys = supportingIn(feature, version);
  return routersOf(rollout).some((key) => keys.includes(key));
}

/** The routers that can do something in a version of the controller. */
export function supportingIn(feature: Feature, version: RolloutsVersion): readonly RouterKey[] {
  const later = isAtLeast(version, '1.10') ? supportingLater[feature] : undefined;
  return [...supporting[feature], ...(later ?? [])].sort();
}

const titles: Readonly<Record<RouterKey, string>> = {
  alb: 'ALB',
  ambassador: 'Ambassador',
  apisix: 'APISIX',
  appMesh: 'App Mesh',
  istio: 'Istio',
  nginx: 'nginx',
  plugins: 'plugins',
  smi: 'SMI',
  traefik: 'Traefik',
};

/** Routers as users call them. */
export function routerTitles(keys: readonly RouterKey[]): readonly string[] {
  return keys.map((key) => titles[key]);
}
