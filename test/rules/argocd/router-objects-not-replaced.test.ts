import rule from '../../../src/rules/argocd/router-objects-not-replaced.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'application.yaml': [
    'Replace=true makes each sync of Application "shop" replace Service "web", which the controller writes to for Rollout "web"; set the option only on the objects that need it, by annotation.',
  ],
  'objects.yaml': [
    'Replace=true makes each sync replace Service "web", which the controller writes to for Rollout "web"; remove it.',
    'Force=true makes a sync delete and recreate VirtualService "web" when it cannot be changed, but the controller writes to it for Rollout "web"; remove it.',
  ],
  'other-objects.yaml': [],
  'selected-route.yaml': [
    'Replace=true makes each sync replace HTTPRoute "web", which the controller writes to for Rollout "web"; remove it.',
  ],
});
