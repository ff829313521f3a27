import type { Field } from '../../model/field.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Numbers } from '../../rollouts/analysis/decide.js';
import { decisiveNumbers, resultOf } from '../../rollouts/analysis/decide.js';
import { conditionsOf, metricsOf, type TemplateMetric, templatesIn } from '../facts/analysis/metrics.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/conditions-decide',
    description: 'Require the conditions of a metric to tell a good version from a bad one.',
    why: 'The metric stays successful whatever the new version does, so it never stops an update.',
    consequence: 'analysis-void',
    severity: 'warning',
    otherwise: {
      never: {
        when: 'If no measured number is a success',
        consequence: 'update-stuck',
        why: 'No measurement of the metric is successful, so the analysis fails or stays inconclusive, and no update is promoted by itself.',
        severity: 'error',
      },
    },
    messages: {
      always:
        'The {key} of metric "{metric}" is {value} for every number that its query can return{range}, so the metric never fails; compare with a limit that a bad version crosses.',
      never:
        'The {key} of metric "{metric}" is {value} for every number that its query can return{range}, so no measurement is successful; compare with a limit that a good version keeps.',
      overlap:
        'Whenever the successCondition of metric "{metric}" is true, its failureCondition is true, too, and failure wins; no measurement is successful. Make them exclude each other.',
      none: 'Metric "{metric}" has neither a successCondition nor a failureCondition, so every measurement without an error is successful; add a condition.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go',
    ],
  },

  *check({ graph, report }) {
    for (const template of templatesIn(graph)) {
      yield template;
      for (const metric of metricsOf(template)) {
        if (!metric.answers || metric.isDry) continue;
        const { field, name } = metric;
        const [success, failure] = [field.at('successCondition'), field.at('failureCondition')];
        if ([success, failure].every((condition) => (condition.text ?? '') === '' && !isOther(condition))) {
          report(field, 'none', { metric: name });
          continue;
        }
        const { numbers } = metric.answers;
        const verdict = numbers && verdictOn({ success, failure }, metric, numbers, graph);
        if (!verdict) continue;
        const { id, key, value } = verdict;
        const range = numbers.isNeverNegative ? ', none of which is below 0' : '';
        report(
          field.at(key),
          id,
          { key, metric: name, value, range },
          { case: id === 'always' ? undefined : 'never' },
        );
      }
    }
  },
});

/** Whether a condition is given in a way that is not a string. */
function isOther(condition: Field): boolean {
  return condition.exists && condition.text === undefined;
}

interface Verdict {
  readonly id: 'always' | 'never' | 'overlap';
  readonly key: 'successCondition' | 'failureCondition';
  readonly value: string;
}

function verdictOn(
  fields: { readonly success: Field; readonly failure: Field },
  metric: TemplateMetric,
  numbers: Numbers,
  graph: Graph,
): Verdict | undefined {
  const success = answersTo(fields.success, metric, numbers, graph);
  const failure = answersTo(fields.failure, metric, numbers, graph);
  const [successes, failures] = [success?.answers, failure?.answers];
  const isAll = (answers: readonly boolean[] | undefined, value: boolean): boolean =>
    answers !== undefined && answers.every((answer) => answer === value);
  const hasSuccess = (fields.success.text ?? '') !== '';
  const hasFailure = (fields.failure.text ?? '') !== '';
  if (hasSuccess && isAll(successes, false)) return { id: 'never', key: 'successCondition', value: 'false' };
  if (hasFailure && isAll(failures, true)) return { id: 'never', key: 'failureCondition', value: 'true' };
  if (hasSuccess && hasFailure) return overlapOf(fields, metric, numbers, graph);
  if (isAll(successes, true)) return { id: 'always', key: 'successCondition', value: 'true' };
  return isAll(failures, false) ? { id: 'always', key: 'failureCondition', value: 'false' } : undefined;
}

/** Both conditions, asked for the same numbers. */
function overlapOf(
  { success, failure }: { readonly success: Field; readonly failure: Field },
  metric: TemplateMetric,
  numbers: Numbers,
  graph: Graph,
): Verdict | undefined {
  const [one, ...others] = conditionsOf(success.text ?? '', metric, graph);
  const [another, ...more] = conditionsOf(failure.text ?? '', metric, graph);
  if (!one || !another || others.length + more.length > 0) return undefined;
  const asked = decisiveNumbers([one, another], numbers);
  const answers = asked?.map((number) => {
    const result = resultOf(number, numbers);
    return [one.answer(result).kind, another.answer(result).kind] as const;
  });
  if (!answers?.flat().every((kind) => kind === 'true' || kind === 'false')) return undefined;
  if (answers.every(([isSuccess, isFailure]) => isSuccess === 'false' || isFailure === 'true'))
    return { id: 'overlap', key: 'failureCondition', value: 'true' };
  return answers.every(([isSuccess, isFailure]) => isSuccess === 'true' && isFailure === 'false')
    ? { id: 'always', key: 'successCondition', value: 'true' }
    : undefined;
}

/** The answers of a condition to all numbers that matter; undefined where they are not known. */
function answersTo(
  { text }: Field,
  metric: TemplateMetric,
  numbers: Numbers,
  graph: Graph,
): { readonly answers: readonly boolean[] } | undefined {
  if (text === undefined || text === '') return undefined;
  const [condition, ...others] = conditionsOf(text, metric, graph);
  if (!condition || others.length > 0) return undefined;
  const answers = decisiveNumbers([condition], numbers)?.map(
    (number) => condition.answer(resultOf(number, numbers)).kind,
  );
  if (!answers?.every((kind) => kind === 'true' || kind === 'false')) return undefined;
  return { answers: answers.map((kind) => kind === 'true') };
}
