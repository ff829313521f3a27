import rule from '../../../src/rules/rollout/auto-promotion-takes-effect.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'bad.yaml': [
    'autoPromotionSeconds of Rollout "web" has no effect, because autoPromotionEnabled is false; remove one of them.',
  ],
  'good.yaml': [],
});
