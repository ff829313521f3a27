import { expect, it } from 'vitest';
import { answerOf } from '../../../src/kubernetes/kinds/prometheus-query.js';

/** By the types of expressions that https://prometheus.io/docs/prometheus/latest/querying/ gives. */
it.each([
  ['up', 'list'],
  ['sum(rate(http_requests_total{status=~"5.."}[5m]))', 'list'],
  ['sum(rate(a{job="{{args.job}}"}[5m])) / sum(rate(a[5m])) * 100', 'list'],
  ['histogram_quantile(0.95, sum by (le) (rate(b[5m])))', 'list'],
  ['{__name__="up"}', undefined],
  ['scalar(sum(up))', 'number'],
  ['(scalar(sum(up)))', 'number'],
  ['scalar(sum(up)) / scalar(count(up))', 'number'],
  ['scalar(sum(up)) / count(up)', 'list'],
  ['scalar(a) or vector(0)', 'list'],
  ['1 - scalar(a)', 'number'],
  ['-scalar(a)', 'number'],
  ['42', 'number'],
  ['time() - 3600', 'number'],
  ['# how many\nscalar(up) # are there', 'number'],
  ['scalar(up{path="/a)b(c"})', 'number'],
  ['vector(1)', 'list'],
  ['{{args.query}}', undefined],
  ['{{args.query}} / 2', undefined],
  ['{{args.query}} / up', 'list'],
  ['${QUERY}', undefined],
  ['', undefined],
])('%s is answered with %s', (query, answer) => {
  expect(answerOf(query)).toBe(answer);
});
