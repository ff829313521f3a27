import rule from '../../../src/rules/analysis/empty-results-judged.js';
import { describeRule } from '../../support/describe-rule.js';

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
  'good.yaml': [],
});
