import { canary, trafficRouting } from '../kinds/rollout.js';
import type { Resource } from '../model/resource.js';

/** As users call the routers that take a stable and a canary Service. */
const titles: Readonly<Record<string, string>> = {
  alb: 'ALB',
  ambassador: 'Ambassador',
  apisix: 'APISIX',
  appMesh: 'App Mesh',
  istio: 'Istio',
  nginx: 'nginx',
  smi: 'SMI',
  traefik: 'Traefik',
};

/**
 * The router for which a Rollout must name a stable and a canary Service.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go
 * (requireCanaryStableServices)
 */
export function routerOfServices(rollout: Resource): string | undefined {
  const routing = trafficRouting(rollout);
  const key = Object.keys(titles).find((candidate) => {
    if (!routing.at(candidate).exists) return false;
    const hasPingPong = canary(rollout).at('pingPong').exists;
    if (candidate === 'alb') return !hasPingPong;
    if (candidate === 'istio') return !hasPingPong && !routing.at('istio', 'destinationRule').exists;
    return true;
  });
  return key && titles[key];
}
