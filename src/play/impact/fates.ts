import { byDanger, type Scenario } from '../protect/protection.js';
import type { Detail, Fate } from './effect.js';

/** Positive if it is worse than before. A part of a second of all traffic is not a difference, and without an end all requests are the same. */
export function trendOf(before: Scenario, after: Scenario): number {
  if (before.outcome === 'promoted' && after.outcome === 'promoted') return 0;
  return byDanger(rounded(before), rounded(after));
}

function rounded(scenario: Scenario): Scenario {
  const { exposure, share } = scenario;
  return {
    ...scenario,
    exposure: exposure === undefined ? undefined : Math.round(exposure),
    share: Math.round(share),
  };
}

/** What becomes of a bad version, without its shares over time. */
export function fateOf({ shares: _, ...fate }: Scenario): Fate {
  return fate;
}

/** What a change does to a version that turns bad at a moment that both states have. */
export function fatesChanged(then: Scenario, now: Scenario): readonly Detail[] {
  const trend = trendOf(then, now);
  if (trend === 0) return [];
  return [
    { kind: trend > 0 ? 'less-protected' : 'more-protected', before: fateOf(then), after: fateOf(now) },
  ];
}

/** Protection that is worse at one moment is not better as a whole. */
export function withoutPraise(details: readonly Detail[]): readonly Detail[] {
  const isWorse = details.some(({ kind }) => kind === 'less-protected');
  return isWorse ? details.filter(({ kind }) => kind !== 'more-protected') : details;
}
