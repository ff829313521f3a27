import { describe, expect, it } from 'vitest';
import { answerWithoutSamples } from '../../../../src/rollouts/analysis/promql/without-samples.js';

// What Prometheus answers while no series exists, by its documentation of operators and functions: an operation with an empty vector is
// empty, `or` takes the right side for an empty left one, and scalar() of anything but one sample is NaN.
describe('what a query answers without samples', () => {
  it.each<[string, number | undefined]>([
    ['vector(0)', 0],
    ['sum(rate(a[1m])) or vector(1)', 1],
    ['sum(rate(a[1m])) or on() vector(0)', 0],
    ['(sum(rate(a[1m])) or vector(0)) / (sum(rate(b[1m])) or vector(2))', 0],
    ['1 - ((a or vector(1)) / (b or vector(4)))', 0.75],
    ['(a or vector(0)) / b', undefined],
    ['a / (b or vector(1))', undefined],
    ['(a or vector(0)) / (b or vector(0))', NaN],
    ['scalar(sum(rate(a[1m])))', NaN],
    ['scalar(a or vector(3))', 3],
    ['vector(scalar(a)) > 0', undefined],
    ['clamp_min(a or vector(0), 0.5)', 0.5],
    ['clamp_max(a, 1) or vector(7)', 7],
    ['-(a or vector(2))', -2],
    ['sum(a or vector(2))', 2],
    ['count(a or vector(2))', undefined],
    ['vector(1) unless a', 1],
    ['histogram_quantile(0.9, sum by (le) (rate(a_bucket[5m]))) or vector(0)', 0],
    ['absent(a) or vector(0)', undefined],
    ['a or vector({{args.fallback}})', undefined],
    ['a{service="{{args.service}}"} or vector(5)', 5],
    ['a or vector(', undefined],
    ['a', undefined],
  ])('%s', (query, expected) => expect(answerWithoutSamples(query)).toEqual(expected));
});
