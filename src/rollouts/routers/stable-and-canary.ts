import type { CanaryStrategy, RolloutObject } from '../../kubernetes/objects/rollout-object.js';

type Role = 'stable' | 'canary' | 'ping' | 'pong';

/** Whether names and a pair are given, whatever they are. */
type Given = { readonly [key in 'stableService' | 'canaryService' | 'pingPong']?: unknown };

/**
 * The roles of the Services of the stable and the canary version. With ping-pong they swap at each promotion; as long as
 * the status does not say that ping is stable, pong is. ALB lets ping-pong win over `stableService` and `canaryService`,
 * all other routers look at it only without these.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/service_helper.go
 */
export function splitRoles(
  { stableService, canaryService, pingPong }: Given,
  stablePingPong: string | undefined,
  isPingPongPreferred: boolean,
): { readonly stable: Role; readonly canary: Role } {
  if (!pingPong || (!isPingPongPreferred && (stableService || canaryService)))
    return { stable: 'stable', canary: 'canary' };
  return stablePingPong === 'ping' ? { stable: 'ping', canary: 'pong' } : { stable: 'pong', canary: 'ping' };
}

/** The names of the Services of the stable and the canary version, empty where there is none. */
export function stableAndCanary(
  { spec, status }: RolloutObject,
  isPingPongPreferred = false,
): { readonly stable: string; readonly canary: string } {
  const strategy: CanaryStrategy = spec.strategy?.canary ?? {};
  const { stable, canary } = splitRoles(strategy, status?.canary?.stablePingPong, isPingPongPreferred);
  const names: Readonly<Record<Role, string | undefined>> = {
    stable: strategy.stableService,
    canary: strategy.canaryService,
    ping: strategy.pingPong?.pingService,
    pong: strategy.pingPong?.pongService,
  };
  return { stable: names[stable] ?? '', canary: names[canary] ?? '' };
}
