import type { CanaryStrategy, RolloutObject } from '../../kubernetes/objects/rollout-object.js';

type Role = 'stable' | 'canary' | 'ping' | 'pong';

/** The names and the pair that a Rollout gives, of whatever type. */
type NamedServices = { readonly [key in 'stableService' | 'canaryService' | 'pingPong']?: unknown };

/**
 * The roles of the Services of the stable and the canary version. With ping-pong they swap at each promotion; unless the status
 * says that ping is stable, pong is. For ALB, ping-pong takes precedence over `stableService` and `canaryService`; all other
 * routers only use it without these.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/service_helper.go
 */
export function splitRoles(
  { stableService, canaryService, pingPong }: NamedServices,
  stablePingPong: string | undefined,
  isPingPongPreferred: boolean,
): { readonly stable: Role; readonly canary: Role } {
  if (!pingPong || (!isPingPongPreferred && (stableService || canaryService)))
    return { stable: 'stable', canary: 'canary' };
  return stablePingPong === 'ping' ? { stable: 'ping', canary: 'pong' } : { stable: 'pong', canary: 'ping' };
}

/** The names of the Services of the stable and the canary version; empty if unset. */
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
