import rule from '../../../src/rules/rollout/analysis-conditions-evaluate.js';
import { describeRule } from '../../support/describe-rule.js';

const list = (key: string, metric: string) =>
  `The ${key} of metric "${metric}" treats result as a number, but Prometheus returns a list; write result[0].`;

describeRule(rule, {
  'dry-run.yaml': [list('successCondition', 'success-rate')],
  'does-not-compile.yaml': [
    'The successCondition of metric "mistyped" does not parse: unexpected token "=" at character 11; write >=.',
    'The failureCondition of metric "mistyped" does not parse: unexpected token "=" at character 11; write ==.',
    'The successCondition of metric "not-closed" does not parse: unexpected end of expression.',
    'The successCondition of metric "text" does not compile for what Prometheus returns: invalid operation: == (mismatched types float64 and string).',
  ],
  // https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/cloudwatch/cloudwatch.go (Run)
  'cloud-watch.yaml': [
    'The successCondition of metric "number" does not compile for what CloudWatch returns: invalid operation: < (mismatched types []types.MetricDataResult and int).',
    'The successCondition of metric "first" does not compile for what CloudWatch returns: invalid operation: < (mismatched types types.MetricDataResult and int).',
    'The successCondition of metric "small-letters" does not compile for what CloudWatch returns: type types.MetricDataResult has no field values.',
  ],
  'good.yaml': [],
  'list-and-number.yaml': [
    list('successCondition', 'success-rate'),
    list('failureCondition', 'success-rate'),
    list('successCondition', 'a-range'),
    'The failureCondition of metric "errors" treats result as a list, but Datadog returns a number; write result.',
  ],
  'argument-before-a-backslash.yaml': [list('successCondition', 'success-rate')],
  'unknown-names.yaml': [
    '"args" in the successCondition of metric "latency" is not defined there; write {{args.threshold}}.',
    '"COMPLETED" in the successCondition of metric "state" is not defined there; a condition knows result.',
  ],
});
