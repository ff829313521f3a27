import { literalPatterns } from '../../rollouts/analysis/promql/matchers-seen.js';
import { readQuery } from '../../rollouts/analysis/promql/query.js';
import { metricsOf, templatesIn, withoutArguments } from '../../rollouts/analysis/metrics.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/queries-parse',
    description:
      'Require the query of a Prometheus metric to be one that Prometheus takes, with patterns where they match.',
    why: 'Prometheus refuses the query, so each measurement ends with an error. Five of them in a row (consecutiveErrorLimit) end the analysis, and the update is aborted. Other servers with its API may take more.',
    consequence: 'analysis-void',
    severity: 'warning',
    otherwise: {
      literal: {
        when: 'For a matcher with = or != and a pattern',
        consequence: 'analysis-void',
        why: 'Prometheus compares the label with these characters and takes none of them for a pattern. No series is equal to it, so = selects nothing and != selects all.',
        severity: 'info',
      },
    },
    messages: {
      literal:
        'Matcher {matcher} in the query of metric "{metric}" compares with these characters and not with a pattern, so it {effect}; use {operator} with a regular expression.',
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
        for (const { label, operator, value } of literalPatterns(query.text ?? '')) {
          const effect = operator === '=' ? 'selects nothing' : 'leaves nothing out';
          const data = { metric: name, matcher: `${label}${operator}"${value}"`, effect };
          report(
            query,
            'literal',
            { ...data, operator: operator === '=' ? '=~' : '!~' },
            { case: 'literal' },
          );
        }
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
