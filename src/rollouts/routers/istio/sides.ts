import { memoize, memoizeAnswers } from '../../../model/memo.js';
import { type RolloutsVersion } from '../../../kubernetes/objects/version.js';
import { trafficRouting } from '../../../kubernetes/kinds/rollout.js';
import type { Field } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import { weightedOf } from './fields.js';
import { leadsToSide, roleIn, stableWeight } from './split.js';
import { namedSplit, splitIn, splitServices, isSubsetLevel } from '../istio.js';

/** One side of the split, and the field of the Rollout that names it. */
export interface Side {
  readonly role: 'canary' | 'stable';
  readonly kind: 'Service' | 'subset';
  readonly name: Field;
}

/** The two sides of the split: every selected route must lead to both. */
export function sides(rollout: Resource): readonly [canary: Side, stable: Side] {
  if (isSubsetLevel(rollout)) {
    const rule = trafficRouting(rollout).at('istio', 'destinationRule');
    return [
      { role: 'canary', kind: 'subset', name: rule.at('canarySubsetName') },
      { role: 'stable', kind: 'subset', name: rule.at('stableSubsetName') },
    ];
  }
  const { stable, canary } = splitServices(rollout);
  return [
    { role: 'canary', kind: 'Service', name: canary },
    { role: 'stable', kind: 'Service', name: stable },
  ];
}

/**
 * The sides that no destination of a route leads to. A side without a name is not checked here.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go
 * (validateVirtualServiceRouteDestinations)
 */
export function missingSides(rollout: Resource, route: Field): readonly Side[] {
  const destinations = route.at('route').items.map(weightedOf);
  return sides(rollout).filter(
    ({ kind, name: { text } }) =>
      text !== undefined && !destinations.some((destination) => leadsToSide(kind, text, destination)),
  );
}

/**
 * Everything that determines the destinations of a Rollout. There may be thousands of Rollouts with the same names, and thousands
 * of routes, so results are shared between equal ones.
 */
export const splitKey = memoize((rollout: Resource): string => JSON.stringify(namedSplit(rollout)));

/** Whether a route lacks either side. */
export function lacksSide(rollout: Resource, route: Field): boolean {
  return lacking(route, [splitKey(rollout)], () => missingSides(rollout, route).length > 0);
}

const lacking = memoizeAnswers<Field, boolean>();

/** Whether both sides of the split have a name, and a destination of a route leads to each. */
export function leadsToBoth(rollout: Resource, route: Field): boolean {
  const { isSubsetLevel, canarySubset, stableSubset, canaryService, stableService } = namedSplit(rollout);
  const destinations = route.at('route').items.map(weightedOf);
  const isLedTo = (name: string): boolean =>
    destinations.some((destination) => leadsToSide(isSubsetLevel ? 'subset' : 'Service', name, destination));
  return isSubsetLevel
    ? isLedTo(canarySubset) && isLedTo(stableSubset)
    : isLedTo(canaryService) && isLedTo(stableService);
}

/**
 * The weights that the controller gives to the destinations of a selected route when the canary gets `weight`; undefined for
 * destinations that it leaves unchanged or removes.
 */
export function wantedWeights(
  rollout: Resource,
  route: Field,
  weight: number,
  version: RolloutsVersion,
): readonly (number | undefined)[] {
  const split = splitIn(rollout, version);
  const destinations = route.at('route').items.map(weightedOf);
  return destinations.map((destination) => {
    const role = roleIn(split, destination);
    if (role === 'canary') return weight;
    if (role !== 'stable') return undefined;
    return stableWeight(split, destinations, weight, [], version);
  });
}
