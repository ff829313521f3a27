import { byDanger, isCostKnown, type Protection, type Scenario, versionIn } from './protection.js';

/** How much a bad version may cost, in seconds. */
export interface Limits {
  /** Of all traffic. */
  readonly exposure?: number | undefined;
  /** Until something notices it. */
  readonly detection?: number | undefined;
}

/** A limit that a Rollout does not keep. */
export interface ExceededLimit {
  /** The worst scenario that exceeds it; undefined if that cannot be said, because no update can be simulated or the weights do not apply. */
  readonly scenario: Scenario | undefined;
  readonly limit: keyof Limits;
  /** In seconds. */
  readonly allowed: number;
}

export interface Exceeded extends ExceededLimit {
  readonly protection: Protection;
  readonly message: string;
}

type Words = (seconds: number) => string;

/** The limits that a Rollout does not keep, in words. */
export function exceededBy(protection: Protection, limits: Limits, words: Words): readonly Exceeded[] {
  return exceededIn(protection, limits).map((exceeded) => ({
    ...exceeded,
    protection,
    message: exceededText(exceeded, words, isCostKnown(protection)),
  }));
}

/** The limits that a Rollout does not keep, each with the worst scenario. */
export function exceededIn(protection: Protection, limits: Limits): readonly ExceededLimit[] {
  const { scenarios } = protection;
  const worst = scenarios.toSorted(byDanger);
  return (['exposure', 'detection'] as const).flatMap((limit): readonly ExceededLimit[] => {
    const allowed = limits[limit];
    if (allowed === undefined) return [];
    if (limit === 'exposure' && !isCostKnown(protection)) return [{ scenario: undefined, limit, allowed }];
    const scenario = worst.find((one) => (limitedValue(one, limit) ?? Infinity) > allowed);
    return scenario || worst.length === 0 ? [{ scenario, limit, allowed }] : [];
  });
}

/** Undefined if it has no end. */
function limitedValue(
  { outcome, exposure, noticed }: Omit<Scenario, 'shares'>,
  limit: keyof Limits,
): number | undefined {
  const isStopped = outcome === 'aborted' || outcome === 'paused';
  if (limit === 'exposure') return exposure;
  return isStopped ? noticed : undefined;
}

/** A limit that is not kept, as a sentence. */
export function exceededText(
  {
    scenario,
    limit,
    allowed,
  }: Omit<ExceededLimit, 'scenario'> & { readonly scenario: Omit<Scenario, 'shares'> | undefined },
  words: Words,
  isPlayedAlone = true,
): string {
  if (!scenario)
    return `${isPlayedAlone ? 'No update can be simulated' : 'The weights do not apply to all requests'}, so protect.${limit}, which is ${words(allowed)}, is not checked.`;
  const value = limitedValue(scenario, limit);
  const version = versionIn(scenario);
  if (limit === 'detection')
    return `${version} is noticed by ${value === undefined ? 'no analysis' : `${scenario.by ?? ''} after ${words(value)}`}, but protect.detection is ${words(allowed)}.`;
  return `${version} gets ${value === undefined ? 'requests without end' : `as many requests as all traffic in ${words(value)}`}, but protect.exposure is ${words(allowed)}.`;
}
