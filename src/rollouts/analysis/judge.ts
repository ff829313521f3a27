import { isAtLeast, type RolloutsVersion } from '../../kubernetes/objects/version.js';
import { Condition } from './expression/condition.js';
import { GoList, type Value } from './expression/values.js';

/** How a measurement of a value ends. */
export type MeasurementJudgement =
  | { readonly phase: 'Successful' | 'Failed' | 'Inconclusive' }
  | { readonly phase: 'Error'; readonly message: string }
  /** A condition is not understood here. */
  | { readonly phase: 'unknown'; readonly why: string };

/** The conditions of a metric; an empty one counts as absent. */
export interface MetricConditions {
  readonly successCondition?: string | undefined;
  readonly failureCondition?: string | undefined;
}

/**
 * How the measurement of a value ends by the conditions of its metric: without any it is successful, with one it fails or is successful by
 * it, and with both it can be inconclusive. A true failureCondition takes precedence.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go (EvaluateResult)
 */
export function judge(
  conditions: MetricConditions,
  result: Value,
  version: RolloutsVersion,
): MeasurementJudgement {
  const answers = { successCondition: false, failureCondition: false };
  const keys = (['successCondition', 'failureCondition'] as const).filter(
    (key) => (conditions[key] ?? '') !== '',
  );
  for (const key of keys) {
    const source = conditions[key] ?? '';
    const answer = new Condition(source, version).answer(result);
    if (answer.kind === 'unknown') return { phase: 'unknown', why: answer.why };
    if (answer.kind === 'error')
      return { phase: 'Error', message: messageOf(answer.message, `${key} "${source}"`, result, version) };
    answers[key] = answer.kind === 'true';
  }
  const [first] = keys;
  if (first === undefined) return { phase: 'Successful' };
  const isFailed = keys.includes('failureCondition') ? answers.failureCondition : !answers.successCondition;
  const isSuccessful = keys.includes('successCondition')
    ? answers.successCondition
    : !answers.failureCondition;
  if (isFailed) return { phase: 'Failed' };
  return { phase: isSuccessful ? 'Successful' : 'Inconclusive' };
}

/** From 1.10, the error names the condition. */
function messageOf(message: string, condition: string, result: Value, version: RolloutsVersion): string {
  if (!isAtLeast(version, '1.10')) return message;
  const isEmpty = result === null || (result instanceof GoList && result.items.length === 0);
  const cause = isEmpty
    ? 'metric result is nil or empty: no data returned from the metric provider'
    : message;
  return `could not evaluate ${condition}: ${cause}`;
}
