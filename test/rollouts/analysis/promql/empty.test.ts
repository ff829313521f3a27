import { describe, expect, it } from 'vitest';
import { isEmptyWithout } from '../../../../src/rollouts/analysis/promql/query.js';

/** By the semantics of Prometheus' operators and functions, for an instant at which no series has `v="new"`. */
describe('a query without some of its series', () => {
  const ask = (query: string): boolean => isEmptyWithout(query, (value) => value === 'new');

  it.each([
    'a{v="new"}',
    'a{v=~"new"}',
    'a{x="1", v="new"}',
    '(a{v="new"})',
    '-a{v="new"}',
    'a{v="new"} offset 5m',
    'rate(a{v="new"}[5m])',
    'max_over_time(rate(a{v="new"}[5m])[10m:1m])',
    'sum(rate(a{v="new"}[5m]))',
    'sum by (x) (rate(a{v="new"}[5m]))',
    'topk(5, a{v="new"})',
    'histogram_quantile(0.99, sum by (le) (rate(a_bucket{v="new"}[5m])))',
    'a{v="new"} / b',
    'b / a{v="new"}',
    '1 - a{v="new"}',
    'a{v="new"} > 1',
    'a{v="new"} and b',
    'b and a{v="new"}',
    'a{v="new"} unless b',
    'a{v="new"} or b{v="new"}',
    'label_replace(a{v="new"}, "x", "$1", "y", "(.*)")',
    'count(a{v="new"})',
    'a{v="new", pod=~"{{args.pod}}.*"}',
  ])('has no sample: %s', (query) => {
    expect(ask(query)).toBe(true);
  });

  it.each([
    'a',
    'a{v="old"}',
    'a{v!="new"}',
    'a{v!~"new"}',
    'a{v=~"new|old"}',
    'b unless a{v="new"}',
    'a{v="new"} or b',
    'a{v="new"} or vector(0)',
    'sum(a{v="new"}) or vector(0)',
    '(sum(a{v="new"}) or vector(0)) / sum(b)',
    'absent(a{v="new"})',
    'absent_over_time(a{v="new"}[5m])',
    'vector(scalar(a{v="new"}))',
    'vector(1)',
    'time()',
    '1',
    '',
    'a{v="new"',
    'a{v="new"} or',
    `${'('.repeat(900)}a${')'.repeat(900)}`,
  ])('may have one: %s', (query) => {
    expect(ask(query)).toBe(false);
  });
});
