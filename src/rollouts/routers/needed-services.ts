import type { CanaryStrategy } from '../../kubernetes/objects/rollout-object.js';
import { canary, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import { routerFacts, routersIn, routersOf, routerTitles } from './support.js';

/** The router that requires a Rollout to name a stable and a canary Service. */
export function routerOfServices(rollout: Resource): string | undefined {
  const hasPingPong = canary(rollout).at('pingPong').exists;
  const hasDestinationRule = trafficRouting(rollout).at('istio', 'destinationRule').exists;
  const key = routersOf(rollout).find((candidate) =>
    routerFacts(candidate)?.needsServices({ hasPingPong, hasDestinationRule }),
  );
  return key && routerTitles([key])[0];
}

/** The same for plain values. */
export function needsServices({ trafficRouting: routing, pingPong }: CanaryStrategy): boolean {
  const hasDestinationRule = routing?.istio?.destinationRule !== undefined;
  return routersIn(routing ?? {}).some((key) =>
    routerFacts(key)?.needsServices({ hasPingPong: pingPong !== undefined, hasDestinationRule }),
  );
}
