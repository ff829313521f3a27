import { describe, expect, it } from 'vitest';
import { mostOf } from '../../../../src/rollouts/analysis/promql/most.js';

const rate = (matchers = '', range = '5m', name = 'http_requests_total'): string =>
  `sum(rate(${name}{${matchers}}[${range}]))`;
const share = `${rate('app="web",code!~"5.."')} / ${rate('app="web"')}`;

/** Reasoned: a sum of some series with no negative sample is at most that of all of them. */
describe('the largest answer of a query', () => {
  it.each<[string, number]>([
    [share, 1],
    [`(${share})`, 1],
    [`sum by (pod) (rate(a{code=~"5.."}[1m])) / sum by (pod) (rate(a[1m]))`, 1],
    [`sum(increase(a{x="1"}[5m])) by (pod) / sum(increase(a[5m])) by (pod)`, 1],
    [`${share} * 100`, 100],
    [`100 * (${share})`, 100],
    [`100 * ${share}`, 100],
    [`(1 - (${share})) * 100`, 100],
    [`(${share}) / 2`, 0.5],
    [`(${share}) or vector(0)`, 1],
    [`(${share}) or on() vector(2)`, 2],
    [`avg(${share})`, 1],
    [`scalar(${share})`, 1],
    [`${rate('service="{{args.service}}",code="200"')} / ${rate('service="{{args.service}}"')}`, 1],
  ])('%s is %d', (query, most) => {
    expect(mostOf(query)).toBe(most);
  });

  it.each([
    ['is no share', rate()],
    ['counts other series above', `${rate('app="canary"')} / ${rate('app="stable"')}`],
    ['counts more above', `${rate()} / ${rate('app="web"')}`],
    ['counts other arguments', `${rate('s="{{args.canary}}"')} / ${rate('s="{{args.stable}}"')}`],
    ['measures another time', `${rate('code="200"', '1m')} / ${rate('', '5m')}`],
    ['measures another metric', `${rate('code="200"')} / ${rate('', '5m', 'requests_total')}`],
    ['divides a gauge', 'sum(memory{pod="a"}) / sum(memory)'],
    ['sums shares', `sum(${share})`],
    ['is not divided as a whole', `${rate('code="500"')} or vector(0) / ${rate()}`],
    ['divides a product of two sums', `${rate()} * ${share}`],
    ['divides by what may be 0', `1 / (${share})`],
    ['does not parse', `${share} *`],
  ])('is not known where it %s', (_, query) => {
    expect(mostOf(query)).toBeUndefined();
  });
});
