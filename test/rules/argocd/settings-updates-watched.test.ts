import rule from '../../../src/rules/argocd/settings-updates-watched.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'as-in-the-documentation.yaml': [],
  'spec-of-a-router.yaml': [
    'Updates of ".spec.http[]?.route[]?.weight" in every VirtualService are detected only at the next periodic refresh, whether the Rollouts controller or a person made them; remove this entry if they should be detected at once.',
    'Updates of "/spec/replicas" in all objects are detected only at the next periodic refresh, whether the Rollouts controller or a person made them; remove this entry if they should be detected at once.',
  ],
  'switched-off.yaml': [],
});
