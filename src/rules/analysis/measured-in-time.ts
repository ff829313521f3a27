import { type Analysis, analyses } from '../../kubernetes/kinds/analysis.js';
import { canary, progressDeadlineOf } from '../../kubernetes/kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { metricsRun, type TemplateMetric } from '../../rollouts/analysis/metrics.js';
import {
  type End,
  endOf,
  outlasted,
  outlastedWords,
  outlastsPauses,
  unseenWeight,
} from '../../rollouts/analysis/time-left.js';
import { durationText, measuringSeconds, templatesOf } from '../../rollouts/analysis/timing.js';
import { removalOf } from '../fixes.js';
import { type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/measured-in-time',
    description: 'Require analyses to measure before the update that they guard is over or aborted.',
    why: 'The controller ends a background analysis with the update and the analysis of an experiment with the experiment. An analysis that has not failed by then is successful. The metric stops no update.',
    consequence: 'analysis-void',
    severity: 'warning',
    otherwise: {
      ended: {
        when: 'For a background analysis that ends before the last weights',
        consequence: 'analysis-void',
        why: 'A background analysis whose metrics have all been measured as often as they count is successful, and the controller does not start it again. What the version does at the weights that follow is not measured.',
        severity: 'warning',
      },
      fast: {
        when: 'If the pauses are shorter than the time that a metric needs to fail',
        consequence: 'analysis-void',
        why: 'The controller ends a background analysis with the update, and an analysis that has not failed by then is successful. Only pods that start slowly give it the time to stop the update.',
        severity: 'info',
      },
      aborted: {
        when: 'If progressDeadlineAbort is true',
        consequence: 'update-stuck',
        why: 'The preview pods make no progress while the analysis runs, so every update exceeds progressDeadlineSeconds and is aborted.',
        severity: 'error',
      },
      degraded: {
        when: 'For an analysis before promotion that outlasts progressDeadlineSeconds',
        consequence: 'analysis-void',
        why: 'The preview pods make no progress while the analysis runs, so the Rollout is shown as Degraded during every update.',
        severity: 'warning',
      },
    },
    messages: {
      late: 'Metric "{metric}" of {kind} "{template}" {earliest}, but {end}; shorten its initialDelay.',
      errors:
        'Metric "{metric}" of {kind} "{template}" {earliest}, but {end}; lower its consecutiveErrorLimit.',
      few: 'Metric "{metric}" of {kind} "{template}" {earliest}, but {end}; lower its failureLimit or interval.',
      ended:
        'The background analysis of Rollout "{rollout}" has measured metric "{metric}" {measured} and ends then, but setWeight: {weight} comes {after} after that start at the earliest; {advice}, so that it measures until the update ends.',
      once: 'The background analysis of Rollout "{rollout}" measures metric "{metric}" once, {measured}, and ends then, but setWeight: {weight} comes {after} after that start at the earliest; {advice}, so that it measures until the update ends.',
      fast: 'Metric "{metric}" of {kind} "{template}" can fail at the earliest {time} after {analysis} of Rollout "{rollout}" starts, but {end}, so an update whose pods start fast ends before that; lower its failureLimit or interval, or pause for longer.',
      long: 'The analysis before promotion of Rollout "{rollout}" measures metric "{metric}" for {time}, but progressDeadlineSeconds is {deadline}; set it to more than {seconds}.',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/conditions/conditions.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go',
    ],
  },

  checkRollout(rollout, context) {
    for (const analysis of analyses(rollout)) {
      const metrics = metricsRun(analysis, templatesOf(analysis, context.graph) ?? []);
      for (const metric of metrics.filter(({ isDry }) => !isDry)) {
        reportOutlasted(metric, analysis, rollout, context);
        if (analysis.field.key === 'prePromotionAnalysis') reportLong(metric, analysis, rollout, context);
      }
      reportEnded(analysis, metrics, rollout, context);
    }
  },
});

type Context = RuleContext<
  'late' | 'few' | 'errors' | 'ended' | 'once' | 'fast' | 'long',
  'aborted' | 'degraded' | 'ended' | 'fast'
>;

/** Reports a background analysis that does not see the last weights. */
function reportEnded(
  analysis: Analysis,
  metrics: readonly TemplateMetric[],
  rollout: Resource,
  { report, graph }: Context,
): void {
  if (metrics.every(({ isDry }) => isDry)) return;
  const unseen = unseenWeight(analysis, metrics, { rollout, graph });
  if (!unseen) return;
  const { metric, measured, step, after } = unseen;
  const interval = metric.field.at('interval');
  // Both may be set; the smaller one ends the metric.
  const [limit] = ['count', 'consecutiveSuccessLimit']
    .map((key) => metric.field.at(key))
    .filter(({ exists }) => exists)
    .sort((a, b) => (a.number ?? 0) - (b.number ?? 0));
  const isOnce = !interval.exists || !limit;
  const ending = endingBy(metric.template, graph);
  const change = isOnce ? 'set an interval and no count' : `remove ${String(limit.key)}`;
  const weight = step.at('setWeight');
  report(
    isOnce ? interval : limit,
    isOnce ? 'once' : 'ended',
    {
      rollout: rollout.name,
      metric: metric.name,
      measured: measured === 0 ? 'when it starts' : `${durationText(measured)} after it starts`,
      weight: weight.number,
      after: durationText(after),
      advice: ending
        ? `${change} in a template for it alone, because ${ending.analysis.words} of Rollout "${ending.rollout.name}" needs this one to end`
        : change,
    },
    {
      case: 'ended',
      ...(!isOnce && !ending && { fix: () => removalOf(limit, 'unsafe') }),
      rests: [
        ...[limit ?? interval, interval, metric.field.at('initialDelay'), weight],
        ...[analysis.field.at('startingStep'), canary(rollout).at('steps')],
      ],
      related: [
        { at: analysis.field, message: 'the analysis' },
        { at: weight, message: 'not measured' },
        ...(ending
          ? [{ at: ending.analysis.field, message: 'goes on once the template has been measured' }]
          : []),
      ],
    },
  );
}

/** An analysis with a template for whose end an update waits: without a count it would never be over. */
function endingBy(
  template: Resource,
  graph: Graph,
): { readonly analysis: Analysis; readonly rollout: Resource } | undefined {
  for (const rollout of graph.rollouts)
    for (const analysis of analyses(rollout))
      if (analysis.place !== 'background' && templatesOf(analysis, graph)?.includes(template))
        return { analysis, rollout };
  return undefined;
}

/** Reports a metric whose analysis ends before it can fail. */
function reportOutlasted(
  metric: TemplateMetric,
  analysis: Analysis,
  rollout: Resource,
  { report }: Context,
): void {
  const { field, name, template } = metric;
  const ends = endOf(analysis, rollout);
  const found = outlasted(metric, ends);
  if (!found) {
    if (ends) reportFast(metric, analysis, rollout, { report, ends });
    return;
  }
  const { kind, end } = found;
  const data = {
    ...{ metric: name, kind: template.kind, template: template.name },
    ...{ earliest: outlastedWords(found, `${analysis.words} of Rollout "${rollout.name}"`), end: end.words },
  };
  const [delay, limit, interval] = [field.at('initialDelay'), field.at('failureLimit'), field.at('interval')];
  const errors = field.at('consecutiveErrorLimit');
  const rests = [...end.rests, delay, limit, interval, field.at('count'), errors];
  const options = { rests, related: [{ at: analysis.field, message: 'the analysis' }] };
  if (kind === 'late') report(delay, 'late', data, options);
  else if (kind === 'few-errors') report(errors, 'errors', data, options);
  else report(limit.exists ? limit : interval, 'few', data, options);
}

/** Reports a metric that can fail in time only if pods start slowly. */
function reportFast(
  metric: TemplateMetric,
  analysis: Analysis,
  rollout: Resource,
  { report, ends }: Pick<Context, 'report'> & { readonly ends: End },
): void {
  const { field, name, template } = metric;
  const after = outlastsPauses(metric, ends);
  if (after === undefined) return;
  const [limit, interval] = [field.at('failureLimit'), field.at('interval')];
  report(
    limit.exists ? limit : interval,
    'fast',
    {
      ...{ metric: name, kind: template.kind, template: template.name, time: durationText(after) },
      ...{ analysis: analysis.words, rollout: rollout.name, end: ends.words },
    },
    {
      case: 'fast',
      rests: [...ends.rests, limit, interval, field.at('initialDelay'), field.at('count')],
      related: [{ at: analysis.field, message: 'the analysis' }],
    },
  );
}

/** Reports a metric that is measured until after the deadline for progress. */
function reportLong(
  { field, name }: TemplateMetric,
  analysis: Analysis,
  rollout: Resource,
  { report }: Context,
): void {
  const deadline = rollout.at('spec', 'progressDeadlineSeconds');
  const seconds = progressDeadlineOf(rollout);
  const time = measuringSeconds(field);
  if (time === undefined || time <= seconds) return;
  report(
    deadline,
    'long',
    { metric: name, rollout: rollout.name, time: durationText(time), deadline: seconds, seconds: time },
    {
      case: rollout.at('spec', 'progressDeadlineAbort').boolean === true ? 'aborted' : 'degraded',
      rests: [analysis.field, field.at('count'), field.at('interval'), field.at('initialDelay')],
      related: [{ at: field, message: 'the metric' }],
    },
  );
}
