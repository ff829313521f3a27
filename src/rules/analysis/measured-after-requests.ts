import { type Analysis, analyses } from '../../kubernetes/kinds/analysis.js';
import { canary, steps } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { judgedWeight, sinceWeight, weightAfter } from '../../rollouts/analysis/before-requests.js';
import { isQuery, metricsRun, type TemplateMetric } from '../../rollouts/analysis/metrics.js';
import { longestRange } from '../../rollouts/analysis/promql/matchers-seen.js';
import type { QueryOf } from '../../rollouts/analysis/query-of.js';
import { seesBothVersions, textSeesBothVersions } from '../../rollouts/analysis/sees-canary.js';
import { endOf, unseenWeight } from '../../rollouts/analysis/time-left.js';
import { durationText, lastMeasured, secondsAt, templatesOf } from '../../rollouts/analysis/timing.js';
import { type RuleContext, typedRule } from '../rule.js';

/** Two scrapes of Prometheus, every 15 seconds at most, which a rate needs of a new pod. */
const twoScrapes = 30;

export default typedRule({
  meta: {
    name: 'analysis/measured-after-requests',
    description: 'Require an analysis to measure after the canary has had requests for long enough.',
    why: 'A rate needs two samples of a series, so new pods have a rate only after Prometheus has scraped them twice. Until then the query has no result, or covers only the stable version.',
    consequence: 'analysis-void',
    severity: 'info',
    otherwise: {
      once: {
        when: 'For a background analysis that measures once, when it starts',
        consequence: 'analysis-void',
        why: 'The controller starts a background analysis before the step that gives the canary its first requests, and takes the first measurement then. Without an interval there is no second one, so no request of the new version is measured.',
        severity: 'warning',
      },
      window: {
        when: 'If the range of the query is longer than the time since the weight',
        consequence: 'analysis-void',
        why: 'The query covers both versions, and a time in which the canary had less weight or none. What the canary does at this weight is a small part of the result.',
        severity: 'info',
      },
    },
    messages: {
      soon: '{analysis} of Rollout "{rollout}" takes the last measurement of metric "{metric}" {time} after setWeight: {weight}, before Prometheus can have two samples of the new pods; add a pause before it, or set initialDelay.',
      once: 'The background analysis of Rollout "{rollout}" measures metric "{metric}" once, when the update starts, before setWeight: {weight} gives the canary requests; set an interval without count, or measure after a pause at that weight: by startingStep, or in an analysis step.',
      window:
        '{analysis} of Rollout "{rollout}" takes the last measurement of metric "{metric}" {time} setWeight: {weight}, but its query covers both versions over {range}, most of which is before that weight; pause for longer before it, or select the canary.',
      pauses:
        'The pauses of Rollout "{rollout}" last {time} altogether, but the query of metric "{metric}" covers both versions over {range}, so each measurement of the background analysis is mostly of the time before the update; pause for longer, or select the canary.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/#inline-analysis',
      'https://prometheus.io/docs/prometheus/latest/querying/functions/#rate',
    ],
  },

  checkRollout(rollout, context) {
    for (const analysis of analyses(rollout)) {
      const metrics = metricsRun(analysis, templatesOf(analysis, context.graph) ?? []).filter(
        ({ isDry }) => !isDry,
      );
      if (reportSoon(analysis, metrics, rollout, context)) continue;
      if (reportOnce(analysis, metrics, rollout, context)) continue;
      reportWindow(analysis, metrics, rollout, context);
    }
  },
});

type Context = RuleContext<'soon' | 'once' | 'window' | 'pauses', 'once' | 'window'>;

const rangeCalls = /\b(?:rate|irate|increase|delta)\s*\(/;

function timeFields(field: Field): readonly Field[] {
  return ['count', 'interval', 'initialDelay'].map((key) => field.at(key));
}

/** Reports an analysis step that measures before there can be two samples. */
function reportSoon(
  analysis: Analysis,
  metrics: readonly TemplateMetric[],
  rollout: Resource,
  { report }: Context,
): boolean {
  const judged = judgedWeight(analysis, rollout);
  if (!judged || judged.seconds >= twoScrapes) return false;
  for (const { field, name } of metrics) {
    const query = field.at('provider', 'prometheus', 'query').text;
    const measured = lastMeasured(field);
    if (query === undefined || measured === undefined || !rangeCalls.test(query)) continue;
    const time = judged.seconds + measured;
    if (time >= twoScrapes) continue;
    const reported = report(
      analysis.field,
      'soon',
      {
        ...{ rollout: rollout.name, metric: name, weight: judged.weight.number },
        analysis: `The analysis of ${analysis.words}`,
        time: time === 0 ? 'right' : durationText(time),
      },
      {
        atKey: true,
        rests: [judged.weight, ...timeFields(field)],
        complete: [judged.weight.parent?.parent ?? judged.weight],
        related: [{ at: field, message: 'the metric' }],
      },
    );
    if (reported) return true;
  }
  return false;
}

/** Reports a background analysis whose only measurements are before the first requests of the canary. */
function reportOnce(
  analysis: Analysis,
  metrics: readonly TemplateMetric[],
  rollout: Resource,
  { report, graph }: Context,
): boolean {
  const weighted = analysis.place === 'background' ? weightAfter(analysis, rollout) : undefined;
  const weight = weighted === undefined ? undefined : steps(rollout)[weighted]?.at('setWeight');
  // One that ends with its measurements before a later weight is told so, with the time.
  if (!weight || unseenWeight(analysis, metrics, { rollout, graph })) return false;
  const found = metrics.find(({ field }) => isQuery(field) && lastMeasured(field) === 0);
  if (!found) return false;
  return report(
    analysis.field,
    'once',
    { rollout: rollout.name, metric: found.name, weight: weight.number },
    {
      ...{ atKey: true, case: 'once', rests: [weight, analysis.field, ...timeFields(found.field)] },
      complete: [canary(rollout).at('steps')],
      related: [{ at: found.field, message: 'the metric' }],
    },
  );
}

/** Reports queries over a range that began before what is judged. */
function reportWindow(
  analysis: Analysis,
  metrics: readonly TemplateMetric[],
  rollout: Resource,
  { graph, report }: Context,
): void {
  const since = sinceWeight(analysis, rollout);
  const update = analysis.place === 'background' ? endOf(analysis, rollout) : undefined;
  for (const { field, name, template } of metrics) {
    const range = lookedBack(field);
    const measured = update ? 0 : lastMeasured(field);
    const passed = update?.least ?? since?.seconds;
    if (range === undefined || measured === undefined || passed === undefined) continue;
    // An update without pauses is not one for an analysis in the background.
    if ((passed + measured) * 2 >= range || (update && passed === 0)) continue;
    if (!coversBoth(field, { graph, rollout, analysis, template })) continue;
    const time = passed + measured === 0 ? 'right' : durationText(passed + measured);
    const reported = report(
      analysis.field,
      update ? 'pauses' : 'window',
      {
        ...{ rollout: rollout.name, metric: name, weight: since?.weight.number, range: durationText(range) },
        ...{ analysis: `The analysis of ${analysis.words}`, time: update ? time : `${time} after` },
      },
      {
        ...{ atKey: true, case: 'window', complete: [canary(rollout).at('steps')] },
        rests: [canary(rollout), ...timeFields(field), template.at('spec', 'args')],
        related: [{ at: field, message: 'the metric' }],
      },
    );
    if (reported) return;
  }
}

/** How far back a metric looks, in seconds; undefined if that is not known. */
function lookedBack(metric: Field): number | undefined {
  const query = metric.at('provider', 'prometheus', 'query').text;
  if (query !== undefined) return rangeCalls.test(query) ? longestRange(query) : undefined;
  const datadog = metric.at('provider', 'datadog');
  if (!datadog.at('query').exists) return undefined;
  return datadog.at('interval').exists ? secondsAt(datadog.at('interval')) : datadogRange;
}

/**
 * What Datadog is asked for by default, in seconds.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/datadog/datadog.go (Run)
 */
const datadogRange = 300;

/** Whether a metric measures the stable pods together with those of the canary. */
function coversBoth(metric: Field, of: QueryOf): boolean {
  const query = metric.at('provider', 'prometheus', 'query').text;
  return query === undefined
    ? textSeesBothVersions(metric.at('provider', 'datadog', 'query').text ?? '', of)
    : seesBothVersions(query, of);
}
