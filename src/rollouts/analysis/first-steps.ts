import { canary, steps } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { secondsOfStep } from './time-left.js';

/** Steps before the background analysis in which the canary gets requests and neither an analysis nor a person judges it. */
export interface FirstSteps {
  readonly startingStep: Field;
  /** The index of the analysis' first step. */
  readonly start: number;
  /** The index of the first step that keeps a weight. */
  readonly first: number;
  /** The largest weight that is kept before the analysis starts. */
  readonly weight: number;
  /** For how long weights are kept before it starts. */
  readonly seconds: number;
  /** Whether no step waits once the analysis has started. */
  readonly isAll: boolean;
}

/**
 * The steps that a background analysis leaves unguarded because it starts later; undefined if there are none, or if that is not known.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (BeforeStartingStep)
 */
export function unguardedSteps(rollout: Resource): FirstSteps | undefined {
  const startingStep = canary(rollout).at('analysis', 'startingStep');
  const [all, start] = [steps(rollout), startingStep.number];
  // After all steps the index is the number of steps; a later one never comes.
  if (start === undefined || start < 1 || start > all.length) return undefined;
  let [weight, largest, seconds] = [0, 0, 0];
  let first: number | undefined;
  for (const [index, step] of all.slice(0, start).entries()) {
    const time = secondsOfStep(step);
    const given = step.at('setWeight');
    if (time === undefined || (given.exists && given.number === undefined)) return undefined;
    weight = given.number ?? weight;
    if (time === 0 || weight <= 0) continue;
    first ??= index;
    largest = Math.max(largest, weight);
    seconds += time;
  }
  const isAll = all.slice(start).every((step) => secondsOfStep(step) === 0);
  return first === undefined ? undefined : { startingStep, start, first, weight: largest, seconds, isAll };
}

/** An analysis step before which nothing judges the canary, and the step that gave it most or all of the requests. */
export interface LateJudge {
  readonly step: Field;
  readonly index: number;
  readonly weight: Field;
}

/** More than that share of the requests is most of them. */
const half = 50;

/**
 * The first analysis of an update, if it is a step after `setWeight: 100`, or after a weight above half of the requests that follows a smaller one, and
 * no step before it waits for a person.
 */
export function judgedLate(rollout: Resource): LateJudge | undefined {
  if (canary(rollout).at('analysis').exists) return undefined;
  const all = steps(rollout);
  const index = all.findIndex((step) => step.at('analysis').exists);
  const before = all.slice(0, Math.max(index, 0));
  // A pause without duration, an experiment or a plugin can judge, too.
  if (before.some((step) => secondsOfStep(step) === undefined)) return undefined;
  const weights = before.map((step) => step.at('setWeight')).filter(({ exists }) => exists);
  const weight = weights.at(-1);
  const largest = weight?.number ?? 0;
  const hasSmaller = weights.some(({ number = 0 }) => number > 0 && number <= half);
  return weight && (largest === 100 || (largest > half && hasSmaller))
    ? { step: all[index]!, index, weight }
    : undefined;
}
