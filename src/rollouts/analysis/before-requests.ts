import type { Field } from '../../model/field.js';
import type { Analysis } from '../../kubernetes/kinds/analysis.js';
import { canary, steps, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { secondsOfStep, sumOf } from './time-left.js';
import type { Resource } from '../../model/resource.js';

/** Steps that can give the canary requests in another way than by a weight. */
const otherActions = ['setHeaderRoute', 'setMirrorRoute', 'experiment', 'setCanaryScale', 'plugin'];

/**
 * The index of the first step with a weight, if an analysis of a canary certainly starts before that step has given the canary a request;
 * undefined if it does not, or if that is not known.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/analysis.go (reconcileBackgroundAnalysisRun)
 */
export function weightAfter(analysis: Analysis, rollout: Resource): number | undefined {
  const all = steps(rollout);
  const weighted = all.findIndex((step) => step.at('setWeight').number !== 0 && step.at('setWeight').exists);
  const before = all.slice(0, Math.max(0, weighted));
  if (weighted === -1 || before.some((step) => otherActions.some((key) => step.at(key).exists)))
    return undefined;
  if (analysis.place === 'background') {
    const start = canary(rollout).at('analysis', 'startingStep');
    if (start.exists && start.number === undefined) return undefined;
    return (start.number ?? 0) <= weighted ? weighted : undefined;
  }
  // Without a router, the share of the canary is that of its pods.
  const isBefore = before.some((step) => step.at('analysis').path.join() === analysis.field.path.join());
  return analysis.place === 'inline' && isBefore && trafficRouting(rollout).exists ? weighted : undefined;
}

/** The step whose weight an analysis step judges, and the seconds that pass between the two. */
export interface JudgedWeight {
  readonly weight: Field;
  readonly seconds: number;
}

/** What an analysis step judges: the last weight before it; undefined if the canary had one before that, or if that is not known. */
export function judgedWeight(analysis: Analysis, rollout: Resource): JudgedWeight | undefined {
  if (analysis.place !== 'inline') return undefined;
  const all = steps(rollout);
  const index = all.findIndex((step) => step.at('analysis').path.join() === analysis.field.path.join());
  let seconds = 0;
  for (const [at, step] of all.slice(0, Math.max(index, 0)).reverse().entries()) {
    const weight = step.at('setWeight');
    if (weight.exists) {
      const earlier = all.slice(0, index - at - 1);
      const isFirst = !earlier.some((one) => (one.at('setWeight').number ?? 1) !== 0 && waits(one));
      return weight.number !== undefined && weight.number > 0 && isFirst ? { weight, seconds } : undefined;
    }
    const waited = secondsOfStep(step);
    if (waited === undefined) return undefined;
    seconds += waited;
  }
  return undefined;
}

/** The seconds that certainly pass between the last `setWeight` of at least 1 before an analysis step and the step; undefined if unknown. */
export function sinceWeight(analysis: Analysis, rollout: Resource): JudgedWeight | undefined {
  const all = steps(rollout);
  const index = all.findIndex((step) => step.at('analysis').path.join() === analysis.field.path.join());
  if (analysis.place !== 'inline' || index === -1) return undefined;
  const before = all.slice(0, index);
  const at = before.findLastIndex((step) => step.at('setWeight').exists);
  const weight = before[at]?.at('setWeight');
  const seconds = sumOf(before.slice(at + 1).map(secondsOfStep));
  return weight?.number !== undefined && weight.number > 0 && seconds !== undefined
    ? { weight, seconds }
    : undefined;
}

/** Whether the canary can get requests by a step, or for its time. */
function waits(step: Field): boolean {
  return step.at('setWeight').exists || otherActions.some((key) => step.at(key).exists);
}
