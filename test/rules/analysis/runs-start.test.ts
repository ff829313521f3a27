import rule from '../../../src/rules/analysis/runs-start.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'metrics.yaml': [
    'Metric "too-few" is invalid: count (3) must be >= failureLimit + consecutiveSuccessLimit (5 + 0) if both >= 0.',
    'Metric "endless" is invalid: interval must be specified when count > 1.',
    'Metric "disabled" is invalid: failureLimit and consecutiveSuccessLimit cannot both be disabled.',
    'Metric "in-words" is invalid: invalid interval string: time: unknown unit " minute" in duration "1 minute".',
    'Metric "two-providers" is invalid: multiple providers specified.',
    'Metric "too-few" is defined twice; rename one of them.',
  ],
  'rules-for-none.yaml': [
    'No metric of AnalysisTemplate "web" matches dryRun rule "latency"; use the name of a metric.',
    'No metric of AnalysisTemplate "web" matches measurementRetention rule "^error$"; use the name of a metric.',
  ],
  'rollout-rules-for-none.yaml': [
    'No metric of the background analysis of Rollout "web" matches its dryRun rule "latency"; use the name of a metric.',
  ],
  'experiment-rules-for-none.yaml': [
    'No metric of analysis "gate" in the experiment of steps[0] of Rollout "web" matches its dryRun rule "latency"; use the name of a metric.',
  ],
  'rule-of-template-again.yaml': [
    'The dryRun rule "errors" of the background analysis of Rollout "web" is given twice; remove one of them.',
  ],
  'experiment-rule-again.yaml': [
    'The dryRun rule "err.*" of analysis "gate" in the experiment of steps[0] of Rollout "web" is given twice; remove one of them.',
  ],
  'good.yaml': [],
});
