import { expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import rule from '../../../src/rules/analysis/empty-results-judged.js';
import { describeRule } from '../../support/describe-rule.js';
import { textSource } from '../../support/sources.js';

const passes = (metric: string) =>
  `Metric "${metric}" passes when its query has no result, so every version passes while nothing is measured; add a metric that requires a result, such as the number of requests.`;
const filled = (metric: string) =>
  `Metric "${metric}" passes when nothing is measured, because its query then returns 0, which meets its condition; fill in a number for the failures only, or add a metric that requires requests.`;

describeRule(rule, {
  'bad.yaml': [
    ...['length', 'no-failure', 'no-points'].map(passes),
    ...['share', 'quantile', 'both-sides', 'requests', 'default-zero'].map(filled),
  ],
  'another-requires-requests.yaml': [],
  'rare.yaml': [
    'The query of metric "errors" has no result until a request has failed, so result[0] is an error, and 5 errors within 40s abort the update of a good version; add "or vector(0)" to the part that counts failures.',
  ],
  'absent.yaml': [
    'The query of metric "errors" has no result until a request has failed, and its failureCondition takes that for a failure, so measurements of a good version fail; add "or vector(0)" to the part that counts failures.',
    'The query of metric "success-alone" has no result until a request has failed, and its successCondition takes that for a failure, so measurements of a good version fail; add "or vector(0)" to the part that counts failures.',
  ],
  'good.yaml': [],
});

it.each([
  'len(result) == 0 || result[0] >= 0.99',
  'len(result) <= 0 || result[0] >= 0.99',
  '0 == len(result) || result[0] >= 0.99',
  '!(len(result) > 0) || result[0] >= 0.99',
  'not any(result, {true}) || result[0] >= 0.99',
  'len(result) > 0 ? result[0] >= 0.99 : true',
])('means the same however it is spelt: %s', (condition) => {
  const template = `apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: { name: gate }
spec:
  metrics:
    - name: successes
      successCondition: '${condition}'
      provider: { prometheus: { address: http://prometheus, query: 'sum(rate(ok[2m])) / sum(rate(all[2m]))' } }
`;
  const { findings } = lint([textSource('/gate.yaml', template)], [rule]);
  expect(findings.map(({ message }) => message.id)).toEqual(['passes']);
});
