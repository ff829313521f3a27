import { readQuery } from '../../rollouts/analysis/promql/query.js';
import { metricsOf, templatesIn, withoutArguments } from '../../rollouts/analysis/metrics.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/queries-parse',
    description: 'Require the query of a Prometheus metric to be one that Prometheus takes.',
    why: 'Prometheus refuses the query, so each measurement ends with an error. Five of them in a row (consecutiveErrorLimit) end the analysis, and the update is aborted. Other servers with its API may take more.',
    consequence: 'analysis-void',
    severity: 'warning',
    messages: {
      refused: 'Prometheus refuses the query of metric "{metric}": {error}.',
    },
    links: [
      'https://prometheus.io/docs/prometheus/latest/querying/basics/',
      'https://github.com/prometheus/prometheus/blob/v3.2.1/promql/parser/parse.go',
    ],
  },

  *check({ graph, report }) {
    for (const template of templatesIn(graph)) {
      yield template;
      for (const { field, name } of metricsOf(template)) {
        const prometheus = field.at('provider', 'prometheus');
        const query = prometheus.at('query');
        if (query.text === undefined || isOtherServer(prometheus.at('address').text)) continue;
        const read = readQuery(withoutArguments(query.text));
        if (read.kind === 'refused') report(query, 'refused', { metric: name, error: read.why });
      }
    }
  },
});

/** Servers that are known to take queries that Prometheus refuses. */
function isOtherServer(address: string | undefined): boolean {
  return address !== undefined && /victoria|vmselect|vmsingle|vmauth/i.test(address);
}
