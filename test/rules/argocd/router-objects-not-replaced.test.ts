import rule from '../../../src/rules/argocd/router-objects-not-replaced.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'application.yaml': [
    'Replace=true makes each sync of Application "shop" replace Service "web", into which the controller writes for Rollout "web"; set it on the objects that need it, by annotation.',
  ],
  'objects.yaml': [
    'Replace=true makes each sync replace Service "web", into which the controller writes for Rollout "web"; remove it.',
    'Force=true makes a sync delete VirtualService "web" and create it anew where it cannot be changed; the controller writes into it for Rollout "web". Remove it.',
  ],
  'other-objects.yaml': [],
});
