import rule from '../../../src/rules/argocd/settings-updates-watched.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'as-in-the-documentation.yaml': [],
  'spec-of-a-router.yaml': [
    'Updates of ".spec.http[]?.route[]?.weight" in every VirtualService are noticed at the next periodic refresh only, those of the Rollouts controller and those by hand; leave it out if they are to be noticed at once.',
    'Updates of "/spec/replicas" in all objects are noticed at the next periodic refresh only, those of the Rollouts controller and those by hand; leave it out if they are to be noticed at once.',
  ],
  'switched-off.yaml': [],
});
