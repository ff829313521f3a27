import { blueGreen, canary, steps } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { secondsOf, sumOf } from './time-left.js';

/** An update that goes to all requests without an analysis and without waiting for a user. */
export interface Unjudged {
  /** Where the strategy says so. */
  readonly field: Field;
  /** How long it waits altogether, in seconds. */
  readonly seconds: number;
}

/**
 * Whether nothing judges the new version of a Rollout; undefined if something does or can, or if that is not known. A canary without
 * steps replaces pods as a Deployment does, and is left out.
 */
export function unjudged(rollout: Resource): Unjudged | undefined {
  if (rollout.at('spec', 'paused').exists) return undefined;
  return blueGreen(rollout).exists ? unjudgedPromotion(blueGreen(rollout)) : unjudgedSteps(rollout);
}

function unjudgedSteps(rollout: Resource): Unjudged | undefined {
  const all = steps(rollout);
  const seconds = sumOf(all.map(secondsOf));
  const [first] = all;
  if (!first?.parent || seconds === undefined || canary(rollout).at('analysis').exists) return undefined;
  return { field: first.parent, seconds };
}

function unjudgedPromotion(strategy: Field): Unjudged | undefined {
  if (['prePromotionAnalysis', 'postPromotionAnalysis'].some((key) => strategy.at(key).exists))
    return undefined;
  const [enabled, seconds] = [strategy.at('autoPromotionEnabled'), strategy.at('autoPromotionSeconds')];
  if ((enabled.exists && enabled.boolean !== true) || (seconds.exists && seconds.number === undefined))
    return undefined;
  return { field: strategy, seconds: Math.max(seconds.number ?? 0, 0) };
}
