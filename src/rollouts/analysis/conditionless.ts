import type { Field } from '../../model/field.js';
import type { TemplateMetric } from './metrics.js';

/** Whether every measurement of a metric that is not an error is a success. */
export function hasNoCondition(metric: Field): boolean {
  return (
    isConditionMissing(metric.at('successCondition')) && isConditionMissing(metric.at('failureCondition'))
  );
}

/** Whether a bad version makes the measurements of a metric errors and not failures: an address refuses, and no condition judges. */
export function endsInErrors({ field, answers }: Pick<TemplateMetric, 'field' | 'answers'>): boolean {
  return answers?.refuses === true && hasNoCondition(field);
}

function isConditionMissing(condition: Field): boolean {
  return (condition.text ?? '') === '' && !isNotText(condition);
}

/** Whether a condition is given in a way that is not a string. */
function isNotText(condition: Field): boolean {
  return condition.exists && condition.text === undefined;
}
