import { canary, trafficRouting } from '../kinds/rollout.js';
import type { Resource } from '../model/resource.js';
import { routersOf, routerTitles } from './support.js';

/**
 * The router for which a Rollout must name a stable and a canary Service.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go
 * (requireCanaryStableServices)
 */
export function routerOfServices(rollout: Resource): string | undefined {
  const routing = trafficRouting(rollout);
  const key = routersOf(rollout).find((candidate) => {
    if (candidate === 'plugins') return false;
    const hasPingPong = canary(rollout).at('pingPong').exists;
    if (candidate === 'alb') return !hasPingPong;
    if (candidate === 'istio') return !hasPingPong && !routing.at('istio', 'destinationRule').exists;
    return true;
  });
  return key && routerTitles([key])[0];
}
