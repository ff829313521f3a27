import { gatewayGroup } from '../../../kubernetes/kinds/gateway-defaults.js';
import { memoize } from '../../../model/memo.js';
import { noHint } from '../../../model/message.js';
import type { Resource } from '../../../model/resource.js';
import type { Graph } from '../../../repository/graph/graph.js';
import type { Instead } from '../../absent.js';
import { besideRollouts } from '../near-rollouts.js';
import { splitRoutes } from './routes.js';

/** How near a route is to a Rollout: split by one, deployed with one, or somewhere else in a repository that has one. */
export type Nearness = 'split' | 'beside' | 'apart';

const kindsOfRoutes = ['HTTPRoute', 'GRPCRoute', 'TCPRoute', 'TLSRoute'] as const;

/** More routes that no Rollout splits are not looked at. */
const mostApart = 1000;

/** The routes of a repository with Rollouts, the split ones first. */
export const judgedRoutes = memoize((graph: Graph): ReadonlyMap<Resource, Nearness> => {
  const found = new Map<Resource, Nearness>();
  for (const route of splitRoutes(graph)) found.set(route, 'split');
  const others: readonly (readonly [Nearness, readonly Resource[]])[] = [
    ['beside', kindsOfRoutes.flatMap((kind) => besideRollouts(graph, kind, gatewayGroup))],
    ['apart', kindsOfRoutes.flatMap((kind) => graph.ofKind(kind, gatewayGroup).slice(0, mostApart))],
  ];
  for (const [nearness, routes] of others)
    for (const route of routes) if (!found.has(route)) found.set(route, nearness);
  return found;
});

/** The case in which a rule reports what is wrong between a route and an object that is given. */
export function caseOfConflict(nearness: Nearness): 'beside' | 'apart' | undefined {
  return nearness === 'split' ? undefined : nearness;
}

/**
 * The case in which a rule reports a missing object of a route; `silent` where it may as well come from another repository: for a route
 * that is not deployed with a Rollout, the object has to be given under a similar name or in another namespace, or to be expected here.
 */
export function caseOfMissing(
  nearness: Nearness,
  { hint, related }: Instead,
  isExpected: () => boolean,
): 'beside' | 'apart' | 'silent' | undefined {
  const isNowhere = hint === noHint && related.length === 0;
  if (!isNowhere || nearness === 'split') return caseOfConflict(nearness);
  return nearness === 'beside' || isExpected() ? 'apart' : 'silent';
}

export const rolloutNames = memoize(
  (graph: Graph): ReadonlySet<string> => new Set(graph.rollouts.map(({ name }) => name)),
);
