import { expect, it } from 'vitest';
import { emptyResultPhase, resultPhase } from '../../../src/rollouts/analysis/result-phase.js';

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go (EvaluateResult)
it.each<[string, string, number, ReturnType<typeof resultPhase>]>([
  ['', '', 1, 'Successful'],
  ['result > 2', '', 3, 'Successful'],
  ['result > 2', '', 1, 'Failed'],
  ['', 'result > 2', 3, 'Failed'],
  ['', 'result > 2', 1, 'Successful'],
  // Neither of them holds.
  ['result > 2', 'result < 0', 1, 'Inconclusive'],
  // Both hold: a failure comes first.
  ['result > 2', 'result > 1', 3, 'Failed'],
  ['result >', '', 3, 'Error'],
  ['result > 2', 'result.x > 1', 3, 'Error'],
])('success "%s" and failure "%s" for %d: %s', (successCondition, failureCondition, value, expected) => {
  expect(resultPhase({ successCondition, failureCondition }, value, '1.9')).toBe(expected);
});

// https://github.com/argoproj/argo-rollouts/tree/v1.9.1/metricproviders
it.each([
  ['prometheus', 'result[0] > 1', 'Error'],
  ['prometheus', 'len(result) == 0 || result[0] > 1', 'Successful'],
  ['prometheus', '', 'Successful'],
  ['datadog', 'default(result, 0) > 1', 'Failed'],
  ['datadog', 'default(result, 2) > 1', 'Successful'],
  ['influxdb', 'true', 'Error'],
  ['graphite', 'true', 'Error'],
  ['newRelic', '', 'Error'],
])('an empty answer of %s with "%s": %s', (provider, successCondition, expected) => {
  expect(emptyResultPhase({ provider: { [provider]: {} }, successCondition }, '1.9')).toBe(expected);
});

it('takes metrics without a provider, and of another shape', () => {
  expect(emptyResultPhase({}, '1.9')).toBe('Error');
  expect(emptyResultPhase({ provider: 3, successCondition: [] }, '1.9')).toBe('Error');
});
