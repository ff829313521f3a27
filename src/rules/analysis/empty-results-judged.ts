import type { Field } from '../../model/field.js';
import { errorLimitOf, errorRetry } from '../../rollouts/analysis/limits.js';
import { metricsOf, type TemplateMetric, templatesIn } from '../../rollouts/analysis/metrics.js';
import { fallbackOf, isEmptyWithoutFailures } from '../../rollouts/analysis/promql/doubts.js';
import { durationText } from '../../rollouts/analysis/timing.js';
import {
  failingOnEmpty,
  failsOnEmpty,
  passesOn,
  passesOnEmpty,
  requiresResult,
} from '../../rollouts/analysis/verdict.js';
import { type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/empty-results-judged',
    description: 'Require a metric to distinguish a query without a result from a good version.',
    why: 'The metric passes when nothing is measured: before the first requests, if a label or the name of the metric is wrong, or if no pod is scraped. Every version passes then.',
    consequence: 'analysis-void',
    severity: 'info',
    otherwise: {
      rare: {
        when: 'If the query has no result until a request fails',
        consequence: 'update-stuck',
        why: 'Prometheus client libraries create a series with its first value. Until then, result[0] is an error, and one such error more than consecutiveErrorLimit (4 by default) ends the analysis: the controller aborts the update of a good version.',
        severity: 'info',
      },
      absent: {
        when: 'If a condition takes the missing result of such a query for a failure',
        consequence: 'update-stuck',
        why: 'Prometheus client libraries create a series with its first value. Until then the query has no result, so each measurement is a failure, and one more of them than failureLimit (0 by default) ends the analysis: the controller aborts the update of a good version.',
        severity: 'info',
      },
    },
    messages: {
      passes:
        'Metric "{metric}" passes when its query has no result, so every version passes while nothing is measured; add a metric that requires a result, such as the number of requests.',
      filled:
        'Metric "{metric}" passes when nothing is measured, because its query then returns {fallback}, which meets its condition; fill in a number for the failures only, or add a metric that requires requests.',
      rare: 'The query of metric "{metric}" has no result until a request has failed, so result[0] is an error, and {errors} errors within {time} abort the update of a good version; add "or vector(0)" to the part that counts failures.',
      absent:
        'The query of metric "{metric}" has no result until a request has failed, and its {condition} takes that for a failure, so measurements of a good version fail; add "or vector(0)" to the part that counts failures.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/prometheus/prometheus.go',
      'https://prometheus.io/docs/practices/instrumentation/#avoid-missing-metrics',
    ],
  },

  *check({ graph, report }) {
    for (const template of templatesIn(graph)) {
      yield template;
      const metrics = metricsOf(template).filter(({ isDry }) => !isDry);
      // One metric that requires a result ends the analysis for all.
      const isRequired = metrics.some((metric) => requiresResult(metric, graph) && !isFilled(metric));
      for (const metric of metrics) {
        if (!isRequired && reportPassing(metric, { graph, report })) continue;
        reportRare(metric, { graph, report });
      }
    }
  },
});

type Context = RuleContext<'passes' | 'filled' | 'rare' | 'absent', 'rare' | 'absent'>;

type Reporting = Pick<Context, 'graph' | 'report'>;

function isFilled({ field }: TemplateMetric): boolean {
  return filledQuery(field) !== undefined;
}

/** The query of a metric that has a number without data, and the number. */
function filledQuery(metric: Field): { readonly query: Field; readonly fallback: number } | undefined {
  const query = metric.at('provider', 'prometheus', 'query');
  const fallback = query.text === undefined ? undefined : fallbackOf(query.text);
  if (fallback !== undefined) return { query, fallback };
  const datadog = metric.at('provider', 'datadog');
  // Of several queries a formula decides what the zero of one means.
  const asked = datadog.at('query');
  return /^\s*default_zero\s*\(/.test(asked.text ?? '') ? { query: asked, fallback: 0 } : undefined;
}

/** Reports a metric that passes where nothing is measured. */
function reportPassing(metric: TemplateMetric, { graph, report }: Reporting): boolean {
  const { field, name } = metric;
  const [success, failure] = [field.at('successCondition'), field.at('failureCondition')];
  const rests = [success, failure];
  if (decidesOnEmpty(success.text)) return false;
  if (passesOnEmpty(metric, graph))
    return report(success.exists ? success : failure, 'passes', { metric: name }, { rests });
  const filled = filledQuery(field);
  if (!filled || !passesOn(filled.fallback, metric, graph)) return false;
  return report(filled.query, 'filled', { metric: name, fallback: filled.fallback }, { rests });
}

/**
 * Whether a success condition names both answers of a query without requests, no result and NaN, as the presets of the constructs do: then
 * it is meant to pass. The empty result alone, in whatever form, is also that of a wrong label.
 */
function decidesOnEmpty(condition: string | undefined): boolean {
  return condition !== undefined && /\blen\(result\)/.test(condition) && /\bisNaN\(/.test(condition);
}

/** Reports a query that has no result until a request has failed. */
function reportRare(metric: TemplateMetric, { graph, report }: Reporting): void {
  const { field, name } = metric;
  const query = field.at('provider', 'prometheus', 'query');
  if (query.text === undefined || !isEmptyWithoutFailures(query.text)) return;
  const rests = [field.at('successCondition'), field.at('failureCondition')];
  const condition = failingOnEmpty(metric, graph);
  if (condition !== undefined)
    report(query, 'absent', { metric: name, condition }, { case: 'absent', rests });
  // A limit that is written tells that errors are meant.
  if (field.at('consecutiveErrorLimit').exists || !failsOnEmpty(metric, graph)) return;
  const limit = errorLimitOf(field);
  const time = durationText(limit * errorRetry);
  report(query, 'rare', { metric: name, errors: limit + 1, time }, { case: 'rare', rests });
}
