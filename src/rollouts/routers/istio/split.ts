import type { RolloutObject } from '../../../kubernetes/objects/rollout-object.js';
import type { WeightDestination } from '../../../kubernetes/objects/rollout-status.js';
import { isAtLeast, type RolloutsVersion } from '../../../kubernetes/objects/version.js';
import { stableAndCanary } from '../stable-and-canary.js';

/** The names by which a Rollout distinguishes destinations, of Services and of subsets; empty where it has none. */
export interface DestinationNames {
  readonly canaryService: string;
  readonly stableService: string;
  readonly canarySubset: string;
  readonly stableSubset: string;
  /** The subsets other than stable and canary that keep their weight. */
  readonly additionalSubsets: readonly string[];
}

/** Version 1.8 ignores additional subsets. */
export function destinationNames(rollout: RolloutObject, version: RolloutsVersion): DestinationNames {
  const { stable, canary } = stableAndCanary(rollout);
  const rule = rollout.spec.strategy?.canary?.trafficRouting?.istio?.destinationRule;
  return {
    canaryService: canary,
    stableService: stable,
    canarySubset: rule?.canarySubsetName ?? '',
    stableSubset: rule?.stableSubsetName ?? '',
    additionalSubsets: isAtLeast(version, '1.9') ? (rule?.additionalSubsetNames ?? []) : [],
  };
}

/** The fields of a destination that the controller reads. */
export interface Weighted {
  readonly host: string;
  readonly subset: string;
  readonly weight: number;
}

/** A host up to its first dot: the namespace is not compared. A host that starts with a dot has no name. */
export function serviceNameOf(host: string): string {
  const dot = host.indexOf('.');
  return dot === -1 ? host : host.slice(0, dot);
}

export type DestinationRole = 'canary' | 'stable' | 'experiment' | 'additional' | 'other';

/**
 * The role of a destination of a selected route, tested in this order; undefined for one without a host.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go (processRoutes, getHost)
 */
export function roleIn(
  split: DestinationNames,
  { host, subset }: Pick<Weighted, 'host' | 'subset'>,
  isExperiment: (service: string) => boolean = () => false,
): DestinationRole | undefined {
  const service = serviceNameOf(host);
  if (service === '') return undefined;
  const isOf = (ofService: string, ofSubset: string): boolean =>
    service === ofService || (subset !== '' && subset === ofSubset);
  if (isOf(split.canaryService, split.canarySubset)) return 'canary';
  if (isOf(split.stableService, split.stableSubset)) return 'stable';
  if (isExperiment(service)) return 'experiment';
  return isAdditional(split, subset) ? 'additional' : 'other';
}

function isAdditional({ additionalSubsets }: DestinationNames, subset: string): boolean {
  return subset !== '' && additionalSubsets.includes(subset);
}

/**
 * The weight that is left for the stable version of a route: experiments and additional subsets come first. In version 1.8 it can
 * become negative.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go (processRoutes)
 */
export function stableWeight(
  split: DestinationNames,
  destinations: readonly Weighted[],
  canaryWeight: number,
  experiments: readonly WeightDestination[],
  version: RolloutsVersion,
): number {
  const taken = [...experiments, ...destinations.filter(({ subset }) => isAdditional(split, subset))].reduce(
    (sum, { weight }) => sum + weight,
    canaryWeight,
  );
  return isAtLeast(version, '1.9') ? Math.max(0, 100 - taken) : 100 - taken;
}

/** Whether a destination leads to one side of the split, as the check before setting weights defines it. */
export function leadsToSide(
  kind: 'Service' | 'subset',
  name: string,
  { host, subset }: Pick<Weighted, 'host' | 'subset'>,
): boolean {
  return name !== '' && (kind === 'subset' ? subset : serviceNameOf(host)) === name;
}
