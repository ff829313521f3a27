import rule from '../../../src/rules/rollout/analysis-conditions-evaluate.js';
import { describeRule } from '../../support/describe-rule.js';

const list = (key: string, metric: string) =>
  `The ${key} of metric "${metric}" takes result for a number, and Prometheus answers with a list of them; write result[0].`;

describeRule(rule, {
  'dry-run.yaml': [list('successCondition', 'success-rate')],
  'good.yaml': [],
  'list-and-number.yaml': [
    list('successCondition', 'success-rate'),
    list('failureCondition', 'success-rate'),
    list('successCondition', 'a-range'),
    'The failureCondition of metric "errors" takes result for a list, and Datadog answers with one number; write result.',
  ],
  'unknown-names.yaml': [
    '"args" in the successCondition of metric "latency" means nothing there; write {{args.threshold}}.',
    '"COMPLETED" in the successCondition of metric "state" means nothing there; a condition knows result.',
  ],
});
