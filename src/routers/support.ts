import { trafficRouting } from '../kinds/rollout.js';
import type { Resource } from '../model/resource.js';
import { routerKeys } from './index.js';

type RouterKey = (typeof routerKeys)[number];

/** The routers that a Rollout configures, of all that upstream knows. */
export function routersOf(rollout: Resource): readonly RouterKey[] {
  const routing = trafficRouting(rollout);
  return routerKeys.filter((key) =>
    key === 'plugins' ? routing.at(key).entries.length > 0 : routing.at(key).exists,
  );
}

/**
 * The routers that the controller allows a feature with; one of those configured is enough. Nothing here is for a
 * Rollout without any.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go
 */
export const supporting = {
  setHeaderRoute: ['alb', 'apisix', 'istio', 'plugins'],
  setMirrorRoute: ['istio'],
  experimentWeight: ['alb', 'istio', 'plugins', 'smi'],
  pingPong: ['alb', 'istio'],
  maxTrafficWeight: ['nginx', 'plugins'],
} as const satisfies Readonly<Record<string, readonly RouterKey[]>>;
export type Feature = keyof typeof supporting;

export function isSupported(rollout: Resource, feature: Feature): boolean {
  const keys: readonly RouterKey[] = supporting[feature];
  return routersOf(rollout).some((key) => keys.includes(key));
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
