import type { RolloutObject } from '../cluster/rollout-object.js';

/**
 * The names of the Services of the stable and the canary version, empty where there is none. With ping-pong they swap at
 * each promotion; as long as the status does not say that ping is stable, pong is. ALB lets ping-pong win over
 * `stableService` and `canaryService`, all other routers look at it only without these.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/service_helper.go
 */
export function stableAndCanary(
  { spec, status }: RolloutObject,
  isPingPongPreferred = false,
): { readonly stable: string; readonly canary: string } {
  const { stableService = '', canaryService = '', pingPong } = spec.strategy?.canary ?? {};
  if (!pingPong || (!isPingPongPreferred && (stableService !== '' || canaryService !== '')))
    return { stable: stableService, canary: canaryService };
  const { pingService, pongService } = pingPong;
  return status?.canary?.stablePingPong === 'ping'
    ? { stable: pingService, canary: pongService }
    : { stable: pongService, canary: pingService };
}
