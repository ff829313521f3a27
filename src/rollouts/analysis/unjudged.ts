import { blueGreen, canary, steps } from '../../kubernetes/kinds/rollout.js';
import { waitsForUser } from '../../kubernetes/kinds/steps.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { secondsOfStep, sumOf } from './time-left.js';

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
  const seconds = sumOf(all.map(secondsOfStep));
  const [first] = all;
  if (!first?.parent || seconds === undefined || canary(rollout).at('analysis').exists) return undefined;
  return { field: first.parent, seconds };
}

/** Weights after the last judge of an update that pass by time alone. */
export interface UnjudgedEnd {
  /** The last analysis, or the last pause without duration, its index and the weight that it judges. */
  readonly judge: Field;
  readonly index: number;
  readonly judged: number;
  /** The steps with a larger weight after it, below 100. */
  readonly weights: readonly Field[];
  /** How long the steps after it wait, in seconds. */
  readonly seconds: number;
}

/** A user who promotes a version with half of the requests has seen it work. */
const seenEnough = 50;

/**
 * The weights that come after the last analysis step of a canary, or the last pause for a user, and before 100, if only time passes there; undefined if
 * there are none, if an analysis in the background, an experiment or a plugin can judge them, if a user has seen enough, or if that is not known.
 */
export function unjudgedEnd(rollout: Resource): UnjudgedEnd | undefined {
  if (rollout.at('spec', 'paused').exists || canary(rollout).at('analysis').exists) return undefined;
  const all = steps(rollout);
  const index = all.findLastIndex((step) => step.at('analysis').exists || waitsForUser(step));
  const [before, after] = [all.slice(0, Math.max(index, 0)), all.slice(index + 1)];
  const seconds = sumOf(after.map(secondsOfStep));
  const judged = before.map((step) => step.at('setWeight')).findLast(({ exists }) => exists)?.number;
  if (index === -1 || seconds === undefined || judged === undefined) return undefined;
  const analysis = all[index]!.at('analysis');
  if (!analysis.exists && judged >= seenEnough) return undefined;
  const weights = after
    .map((step) => step.at('setWeight'))
    .filter(({ number }) => number !== undefined && number > judged && number < 100);
  const judge = analysis.exists ? analysis : all[index]!.at('pause');
  return weights.length === 0 ? undefined : { judge, index, judged, weights, seconds };
}

function unjudgedPromotion(strategy: Field): Unjudged | undefined {
  if (['prePromotionAnalysis', 'postPromotionAnalysis'].some((key) => strategy.at(key).exists))
    return undefined;
  const [enabled, seconds] = [strategy.at('autoPromotionEnabled'), strategy.at('autoPromotionSeconds')];
  if ((enabled.exists && enabled.boolean !== true) || (seconds.exists && seconds.number === undefined))
    return undefined;
  return { field: strategy, seconds: Math.max(seconds.number ?? 0, 0) };
}
