import { metricsOf, type TemplateMetric, templatesIn } from '../../rollouts/analysis/metrics.js';
import { analyses, isBeforePromotion } from '../../kubernetes/kinds/analysis.js';
import type { Field } from '../../model/field.js';
import { memoize } from '../../model/memo.js';
import type { Graph } from '../../repository/graph/graph.js';
import { detach } from '../../yaml/parse/characters.js';
import type { Interval, Numbers } from '../../rollouts/analysis/decide.js';
import { endsInErrors } from '../../rollouts/analysis/conditionless.js';
import { gapsIn, type NaNPhase, phaseOfNaN, verdictOn } from '../../rollouts/analysis/verdict.js';
import { setTo } from '../fixes.js';
import { type ProposedFix, type RuleContext, typedRule } from '../rule.js';

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
      gap: {
        when: 'For numbers that are neither a success nor a failure',
        consequence: 'update-stuck',
        why: 'The measurement is inconclusive, and one such measurement (inconclusiveLimit) pauses the update until a person promotes or aborts it.',
        severity: 'info',
      },
      answers: {
        when: 'For a web metric without a condition',
        consequence: 'analysis-void',
        why: 'The measurement is an error for another status code than 2xx, and successful for each other answer, JSON or not. A version that answers at all passes, whatever it answers.',
        severity: 'info',
      },
      idle: {
        when: 'For a version without requests',
        consequence: 'update-stuck',
        why: 'A query that divides 0 by 0, or scalar() of no sample, has the result NaN, for which every comparison is false except that it differs. A good version without requests is taken for a bad one.',
        severity: 'info',
      },
    },
    messages: {
      answers:
        'Metric "{metric}" has no condition and no jsonPath, so each answer with a status code of 2xx is successful; add a jsonPath and a successCondition.',
      idle: 'Without requests the query of metric "{metric}" has the result NaN, for which its measurement {phase}, also of a good version; add {call} to the condition if that is not meant.',
      missing:
        'Without a sample, as before the first request, scalar() in the query of metric "{metric}" is NaN, and its measurement {phase}, also of a good version; add {call} to the condition if that is not meant.',
      gap: 'For numbers {numbers}, neither the successCondition nor the failureCondition of metric "{metric}" is true, so the update waits for a person; make one of them true there, or set inconclusiveLimit if that is meant.',
      always:
        'The {key} of metric "{metric}" is {value} for every number that its query can return{range}, so the metric never fails; compare with a limit that a bad version crosses.',
      never:
        'The {key} of metric "{metric}" is {value} for every number that its query can return{range}, so no measurement is successful; compare with a limit that a good version keeps.',
      overlap:
        'Whenever the successCondition of metric "{metric}" is true, its failureCondition is true, too, and failure wins; no measurement is successful. Make them exclude each other.',
      none: 'Metric "{metric}" has neither a successCondition nor a failureCondition, so every measurement without an error is successful; add a condition.',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go',
    ],
  },

  *check({ graph, report }) {
    for (const template of templatesIn(graph)) {
      yield template;
      for (const metric of metricsOf(template)) {
        const verdict = metric.isDry ? undefined : verdictOn(metric, graph);
        const { field, name } = metric;
        if (!verdict) {
          if (!metric.isDry && !reportAnswers(metric, report)) reportSome(metric, { graph, report });
          continue;
        }
        if (verdict.id === 'none') {
          report(field, 'none', { metric: name });
          continue;
        }
        const { id, key, value } = verdict;
        const range = rangeText(metric.answers?.numbers);
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

type Context = RuleContext<
  'gap' | 'idle' | 'missing' | 'always' | 'never' | 'overlap' | 'none' | 'answers',
  'answers' | 'gap' | 'idle' | 'never'
>;

/** Reports a web metric whose answer is read, but not judged. */
function reportAnswers(metric: TemplateMetric, report: Context['report']): boolean {
  const web = metric.field.at('provider', 'web');
  // The status code is all that an address of the version's health tells.
  if (!endsInErrors(metric) || web.at('jsonPath').exists || ofHealth.test(web.at('url').text ?? ''))
    return false;
  return report(metric.field, 'answers', { metric: metric.name }, { case: 'answers' });
}

/** Reports conditions that distinguish numbers, for the results that they do not judge or misjudge. */
function reportSome(metric: TemplateMetric, { graph, report }: Pick<Context, 'graph' | 'report'>): void {
  const { field, name } = metric;
  const [success, failure] = [field.at('successCondition'), field.at('failureCondition')];
  // A limit that is written shows that inconclusive measurements are meant.
  const isMeant = field.at('inconclusiveLimit').exists;
  const gaps = isMeant ? [] : gapsIn(metric, graph);
  if (gaps.length > 0) {
    report(
      failure,
      'gap',
      { numbers: gaps.map(intervalText).join(' and '), metric: name },
      { case: 'gap', rests: [success] },
    );
    return;
  }
  const found = phaseOfNaN(metric, graph);
  if (found === undefined || (isMeant && found.phase === 'inconclusive')) return;
  const call = found.shape === 'list' ? 'isNaN(result[0])' : 'isNaN(result)';
  report(
    success.exists ? success : failure,
    found.isMissing ? 'missing' : 'idle',
    { metric: name, call, phase: found.phase === 'failure' ? 'fails' : 'is inconclusive' },
    {
      case: 'idle',
      rests: [failure, field.at('provider', 'prometheus', 'query')],
      // Before promotion a preview gets requests only from tests: the condition would let every version pass.
      fix: () =>
        beforePromotion(graph).has(field.resource.name)
          ? undefined
          : success.exists
            ? tolerating(success, found.isErrorFirst ? `len(result) == 0 || ${call}` : call, found)
            : setTo(failure, `!${call} && (${failure.text})`, 'unsafe'),
    },
  );
}

/** The names of templates that judge the preview of a blue-green update. */
const beforePromotion = memoize(
  (graph: Graph): ReadonlySet<string> =>
    new Set(
      graph.everyRollout
        .flatMap((rollout) => analyses(rollout).filter(isBeforePromotion))
        .flatMap(({ templates }) => templates.map(({ to }) => detach(to.name))),
    ),
);

/** Lets a measurement pass that says nothing of the version. */
function tolerating(success: Field, call: string, { isErrorFirst }: NaNPhase): ProposedFix | undefined {
  const fix = setTo(success, `${call} || (${success.text})`, 'unsafe');
  if (!fix || !isErrorFirst) return fix;
  const title = fix.title.replace(/\.$/, ': without a sample and without requests it passes.');
  return { ...fix, title };
}

/** The bounds of what a query can return; a share of all requests is not a percentage, and the reverse. */
function rangeText(numbers: Numbers | undefined): string {
  if (numbers?.most !== undefined) return `, none of which is above ${numbers.most}`;
  return numbers?.isNeverNegative === true ? ', none of which is below 0' : '';
}

const ofHealth = /health|ready|readi|alive|live(?:ness|z)|status|ping|smoke|test|check/i;

function intervalText({ from, to }: Interval): string {
  if (from === undefined) return to === undefined ? 'of any size' : `below ${to}`;
  if (to === undefined) return `above ${from}`;
  return from === to ? `equal to ${from}` : `between ${from} and ${to}`;
}
