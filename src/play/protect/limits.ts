import { byDanger, type Protection, type Scenario, versionIn } from './protection.js';

/** How much a bad version may cost, in seconds. */
export interface Limits {
  /** Of all traffic. */
  readonly exposure?: number | undefined;
  /** Until something notices it. */
  readonly detection?: number | undefined;
}

/** A limit that a Rollout does not keep. */
export interface Exceeded {
  readonly protection: Protection;
  /** The worst scenario that exceeds it; undefined if no update can be simulated. */
  readonly scenario: Scenario | undefined;
  readonly limit: keyof Limits;
  /** In seconds. */
  readonly allowed: number;
  readonly message: string;
}

/** The limits that a Rollout does not keep, each with the worst scenario. */
export function exceededBy(
  protection: Protection,
  limits: Limits,
  words: (seconds: number) => string,
): readonly Exceeded[] {
  const worst = protection.scenarios.toSorted(byDanger);
  return (['exposure', 'detection'] as const).flatMap((limit): readonly Exceeded[] => {
    const allowed = limits[limit];
    if (allowed === undefined) return [];
    if (worst.length === 0) {
      const message = `No update can be simulated, so protect.${limit}, which is ${words(allowed)}, is not checked.`;
      return [{ protection, scenario: undefined, limit, allowed, message }];
    }
    const scenario = worst.find((one) => (valueOf(one, limit) ?? Infinity) > allowed);
    if (!scenario) return [];
    const message = messageOn(scenario, limit, { allowed, words });
    return [{ protection, scenario, limit, allowed, message }];
  });
}

/** Undefined if it has no end. */
function valueOf({ outcome, exposure, noticed }: Scenario, limit: keyof Limits): number | undefined {
  const isStopped = outcome === 'aborted' || outcome === 'paused';
  if (limit === 'exposure') return exposure;
  return isStopped ? noticed : undefined;
}

function messageOn(
  scenario: Scenario,
  limit: keyof Limits,
  { allowed, words }: { readonly allowed: number; readonly words: (seconds: number) => string },
): string {
  const value = valueOf(scenario, limit);
  const version = versionIn(scenario);
  if (limit === 'detection')
    return `${version} is noticed by ${value === undefined ? 'no analysis' : `${scenario.by ?? ''} after ${words(value)}`}, but protect.detection is ${words(allowed)}.`;
  return `${version} gets ${value === undefined ? 'requests without end' : `as many requests as all traffic in ${words(value)}`}, but protect.exposure is ${words(allowed)}.`;
}
