import { expect, it } from 'vitest';
import { canBeInconclusive } from '../../../../src/rollouts/controllers/analysis-run/inconclusive.js';
import type { AnalysisRunObject } from '../../../../src/rollouts/controllers/context.js';

const prometheus = { provider: { prometheus: { address: 'http://p', query: 'up' } } };
const success = { successCondition: 'result[0] < 1' };
const both = { ...success, failureCondition: 'result[0] > 2' };

/**
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go (EvaluateResult), analysis/analysis.go
 * (assessMetricStatus) and metricproviders: kayenta.go has the only other measurement that is inconclusive.
 */
it.each<[string, object, object, boolean]>([
  ['no condition', prometheus, {}, false],
  ['a success condition', { ...prometheus, ...success }, {}, false],
  ['a failure condition', { ...prometheus, failureCondition: 'result[0] > 2' }, {}, false],
  ['both conditions', { ...prometheus, ...both }, {}, true],
  ['both conditions of a dry run', { ...prometheus, ...both }, { dryRun: [{ metricName: '.*' }] }, false],
  ['more than can be inconclusive', { ...prometheus, ...both, count: 3, inconclusiveLimit: 3 }, {}, false],
  ['as many as can be', { ...prometheus, ...both, count: 3, inconclusiveLimit: 2 }, {}, true],
  ['a limit without count', { ...prometheus, ...both, interval: '1m', inconclusiveLimit: 9 }, {}, true],
  ['successes in a row', { ...prometheus, ...success, count: 3, consecutiveSuccessLimit: 2 }, {}, true],
  [
    'successes in a row without limit of failures',
    { ...prometheus, ...success, count: 3, consecutiveSuccessLimit: 2, failureLimit: -1 },
    {},
    false,
  ],
  [
    'successes in a row without end',
    { ...prometheus, ...success, interval: '1m', consecutiveSuccessLimit: 2 },
    {},
    false,
  ],
  ['no provider', both, {}, false],
  ['a Job', { provider: { job: {} }, ...both }, {}, false],
  ['Kayenta', { provider: { kayenta: {} } }, {}, true],
  ['a plugin', { provider: { plugin: { 'acme/metric': {} } } }, {}, true],
])('a run with %s', (_, metric, spec, can) => {
  const run = { spec: { metrics: [{ name: 'errors', ...metric }], ...spec } } as unknown as AnalysisRunObject;
  expect(canBeInconclusive(run, '1.9')).toBe(can);
});

it('a run of 1.7 does not know successes in a row', () => {
  const metric = { name: 'errors', ...prometheus, ...success, count: 3, consecutiveSuccessLimit: 2 };
  const run = { spec: { metrics: [metric] } } as unknown as AnalysisRunObject;
  expect(canBeInconclusive(run, '1.7')).toBe(false);
});
