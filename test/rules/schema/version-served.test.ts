import rule from '../../../src/rules/schema/version-served.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'rollout-v1.yaml': [
    'Rollout "web" has apiVersion "argoproj.io/v1"; it is served as "argoproj.io/v1alpha1".',
  ],
  'served.yaml': [],
});
