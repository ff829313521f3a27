import { readCondition } from '../../kubernetes/kinds/condition.js';
import { answerOf } from '../../kubernetes/kinds/prometheus-query.js';
import type { Field } from '../../model/field.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/analysis-conditions-evaluate',
    description:
      'Require the conditions of a metric to be valid expressions for the result type of its provider.',
    why: 'Each measurement ends with an error. Five of them in a row (consecutiveErrorLimit) end the analysis, and the update is aborted.',
    consequence: 'analysis-void',
    severity: 'error',
    otherwise: {
      dryRun: {
        when: 'For a dry-run metric',
        consequence: 'analysis-void',
        why: 'Each measurement ends with an error, and the metric measures nothing.',
        severity: 'warning',
      },
    },
    messages: {
      list: 'The {key} of metric "{metric}" treats result as a number, but {provider} returns a list; write result[0].',
      number:
        'The {key} of metric "{metric}" treats result as a list, but {provider} returns a number; write result.',
      unknown: '"{name}" in the {key} of metric "{metric}" is not defined there{hint}.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/analysis/prometheus/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/prometheus/prometheus.go',
    ],
  },

  *check({ graph, report }) {
    for (const kind of ['AnalysisTemplate', 'ClusterAnalysisTemplate'])
      for (const template of graph.ofKind(kind, 'argoproj.io')) {
        yield template;
        for (const metric of template.at('spec', 'metrics').items) {
          const provider = providerOf(metric);
          if (!provider) continue;
          const isDry = template.at('spec', 'dryRun').items.length > 0;
          for (const key of ['successCondition', 'failureCondition']) {
            const field = metric.at(key);
            if (field.text === undefined) continue;
            const { wantsNumber, wantsList, unknownNames } = readCondition(field.text);
            const data = { key, metric: metric.at('name').text ?? '', provider: provider.title };
            const options = { case: isDry ? ('dryRun' as const) : undefined };
            const [name] = unknownNames;
            if (name !== undefined)
              report(field, 'unknown', { ...data, name, hint: hintOf(name, field.text) }, options);
            else if (wantsNumber && provider.answer === 'list') report(field, 'list', data, options);
            else if (wantsList && provider.answer === 'number') report(field, 'number', data, options);
          }
        }
      }
  },
});

interface Provider {
  readonly title: string;
  readonly answer: 'number' | 'list' | undefined;
}

/** The provider of a metric, if the controller evaluates its conditions. */
function providerOf(metric: Field): Provider | undefined {
  const provider = metric.at('provider');
  const prometheus = provider.at('prometheus');
  if (prometheus.exists)
    return {
      title: 'Prometheus',
      answer: prometheus.at('rangeQuery').exists ? 'list' : answerOf(prometheus.at('query').text ?? ''),
    };
  const key = Object.keys(others).find((other) => provider.at(other).exists);
  return key === undefined ? undefined : others[key];
}

const others: Readonly<Record<string, Provider>> = {
  cloudWatch: { title: 'CloudWatch', answer: 'list' },
  datadog: { title: 'Datadog', answer: 'number' },
  graphite: { title: 'Graphite', answer: 'list' },
  influxdb: { title: 'InfluxDB', answer: 'list' },
  newRelic: { title: 'New Relic', answer: undefined },
  skywalking: { title: 'SkyWalking', answer: undefined },
  wavefront: { title: 'Wavefront', answer: undefined },
  web: { title: 'the web metric', answer: undefined },
};

/** Arguments are substituted as text before the expression is parsed. */
function hintOf(name: string, condition: string): string {
  const [argument] = name === 'args' ? (/\bargs\.[\w-]+/.exec(condition) ?? []) : [];
  return argument === undefined ? '; a condition knows result' : `; write {{${argument}}}`;
}
