import rule from '../../../src/rules/k8s/trigger-authentication-exists.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'bad.yaml': [
    'TriggerAuthentication "keda-aws" of ScaledObject "checkout", which scales Rollout "checkout", is not found; add it to the manifests.',
  ],
  'good.yaml': [],
});
