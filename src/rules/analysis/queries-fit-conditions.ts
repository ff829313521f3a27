import type { Resource } from '../../model/resource.js';
import { memoize } from '../../model/memo.js';
import type { Graph } from '../../repository/graph/graph.js';
import { parseDuration } from '../../kubernetes/kinds/duration.js';
import { firstOfSeveral } from '../../rollouts/analysis/first-of-several.js';
import { metricsOf, templatesIn } from '../../rollouts/analysis/metrics.js';
import { shareOfPercent } from '../../rollouts/analysis/percent.js';
import { doubtsIn } from '../../rollouts/analysis/promql/doubts.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/queries-fit-conditions',
    description: 'Require the query of a Prometheus metric to measure what its condition compares.',
    why: 'The query returns a different number than the condition expects, so bad versions pass, or good ones fail.',
    consequence: 'analysis-void',
    severity: 'info',
    otherwise: {
      precedence: {
        when: 'If only vector(0) is divided',
        consequence: 'analysis-void',
        why: 'In PromQL, "or" has lower precedence than "/". The expression before "or" is not divided, so the result is the number of failures and not their share.',
        severity: 'warning',
      },
      buckets: {
        when: 'If buckets are added up without label "le"',
        consequence: 'analysis-void',
        why: 'Label "le" says which bucket a series is. histogram_quantile ignores series without it, so its result is always empty.',
        severity: 'warning',
      },
      same: {
        when: 'If a query divides something by itself',
        consequence: 'analysis-void',
        why: 'What is divided by itself is 1, however many requests fail, and NaN without requests. The metric cannot reject a version for its failures.',
        severity: 'warning',
      },
      percent: {
        when: 'If a lower limit of a percentage is written as a share',
        consequence: 'analysis-void',
        why: 'The query multiplies a share by 100 and the limit is at most 1, so a version passes of which nearly all requests fail.',
        severity: 'warning',
      },
    },
    messages: {
      window:
        'The query of metric "{metric}" uses {function} over {range}, which needs two samples in that time, but Prometheus scrapes once a minute by default; use a range of four scrape intervals or more.',
      counter:
        'The query of metric "{metric}" compares counter "{name}" itself, which counts from the start of its process, so the counts of old pods from before the update affect the result, too; use increase() or rate().',
      floor:
        'The query of metric "{metric}" divides by {text}: with fewer requests than {floor} per second the share is too small; use the smallest number that avoids a division by 0.',
      buckets:
        'histogram_quantile in the query of metric "{metric}" never has a result, because {sum} has no label "le" any more; add it with by (le).',
      quantile:
        'The query of metric "{metric}" has a quantile for each {by}, and {key} reads only the first, which is any of them; add up the buckets with sum by (le).',
      several:
        'The query of metric "{metric}" has a result for each {by}, and {key} reads only the first, which is any of them; add them up with sum().',
      precedence:
        'In the query of metric "{metric}" only vector(0) is divided, because "or" has lower precedence than "/", so the result is not a share; put the expression before "/" in parentheses.',
      same: 'In the query of metric "{metric}" both sides of "/" are the same, so the share is always 1, or NaN without requests; count all requests after "/", and on its other side only those that the condition is about.',
      percent:
        'The query of metric "{metric}" is a percentage up to 100, and its {key} lets everything pass from {limit} on, which is {limit} %; compare with {percent}, or do not multiply the query by 100.',
    },
    fixes: ['unsafe'],
    links: [
      'https://prometheus.io/docs/prometheus/latest/querying/functions/#rate',
      'https://prometheus.io/docs/prometheus/latest/querying/operators/#binary-operator-precedence',
      'https://argo-rollouts.readthedocs.io/en/stable/analysis/prometheus/',
    ],
  },

  *check({ graph, report }) {
    for (const template of templatesIn(graph)) {
      yield template;
      for (const metric of metricsOf(template)) {
        const { field, name, isDry } = metric;
        const query = field.at('provider', 'prometheus', 'query');
        if (isDry || query.text === undefined) continue;
        const share = shareOfPercent(metric, graph);
        if (share) {
          const { key, limit } = share;
          const percent = Number((limit * 100).toPrecision(12));
          report(
            field.at(key),
            'percent',
            { metric: name, key, limit, percent },
            { case: 'percent', rests: [query] },
          );
        }
        const several = firstOfSeveral(metric, graph);
        if (several) {
          const { by, key, isQuantile } = several;
          report(
            query,
            isQuantile ? 'quantile' : 'several',
            { metric: name, by, key },
            { fix: () => (isQuantile ? undefined : setTo(query, `sum(${query.text?.trim()})`, 'unsafe')) },
          );
        }
        for (const { kind, ...data } of doubtsIn(query.text)) {
          if (kind === 'window' && scrapesOften(graph, data as { seconds: number })) continue;
          report(
            query,
            kind,
            { metric: name, ...data },
            { case: kind === 'precedence' || kind === 'buckets' || kind === 'same' ? kind : undefined },
          );
        }
      }
    }
  },
});

const shortestInterval = memoize((graph: Graph): number => {
  const monitors = ['ServiceMonitor', 'PodMonitor', 'Probe'].flatMap((kind) =>
    graph.ofKind(kind, 'monitoring.coreos.com'),
  );
  const intervals = monitors.flatMap(intervalsOf);
  const ofConfigs = graph.ofKind('ConfigMap', '').flatMap((config) =>
    config.at('data').entries.flatMap(({ text = '' }) =>
      // What is longer is not a configuration that a person wrote.
      text.length > 100_000
        ? []
        : [...text.matchAll(/\bscrape_interval: ?["']?(\d{1,6}(?:ms|s|m))\b/g)].map(([, one = '']) => one),
    ),
  );
  return Math.min(...[...intervals, ...ofConfigs].map(secondsIn), Infinity);
});

/** Whether a manifest of Prometheus scrapes twice in a range. */
function scrapesOften(graph: Graph, { seconds }: { readonly seconds: number }): boolean {
  return shortestInterval(graph) * 2 <= seconds;
}

function intervalsOf(monitor: Resource): readonly string[] {
  const endpoints = ['endpoints', 'podMetricsEndpoints'].flatMap((key) => monitor.at('spec', key).items);
  return [...endpoints.map((one) => one.at('interval')), monitor.at('spec', 'interval')].flatMap(
    ({ text }) => text ?? [],
  );
}

function secondsIn(text: string): number {
  const parsed = parseDuration(text);
  return parsed === undefined ? Infinity : Number(parsed) / 1e9;
}
