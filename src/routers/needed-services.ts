import type { CanaryStrategy } from '../cluster/rollout-object.js';
import { canary, trafficRouting } from '../kinds/rollout.js';
import type { Resource } from '../model/resource.js';
import { routersIn, routersOf, routerTitles, type RouterKey } from './support.js';

/**
 * Whether a router cannot do without a stable and a canary Service.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go
 * (requireCanaryStableServices)
 */
function isInNeed(key: RouterKey, hasPingPong: boolean, hasDestinationRule: boolean): boolean {
  if (key === 'plugins') return false;
  if (key === 'alb') return !hasPingPong;
  if (key === 'istio') return !hasPingPong && !hasDestinationRule;
  return true;
}

/** The router for which a Rollout must name a stable and a canary Service. */
export function routerOfServices(rollout: Resource): string | undefined {
  const hasPingPong = canary(rollout).at('pingPong').exists;
  const hasDestinationRule = trafficRouting(rollout).at('istio', 'destinationRule').exists;
  const key = routersOf(rollout).find((candidate) => isInNeed(candidate, hasPingPong, hasDestinationRule));
  return key && routerTitles([key])[0];
}

/** The same question of plain values. */
export function needsServices({ trafficRouting: routing, pingPong }: CanaryStrategy): boolean {
  const hasDestinationRule = routing?.istio?.destinationRule !== undefined;
  return routersIn(routing ?? {}).some((key) => isInNeed(key, pingPong !== undefined, hasDestinationRule));
}
