import rule from '../../../src/rules/argocd/unwatched-routes-left-alone.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'ignored-and-applied.yaml': [
    'Every sync of Application "shop" writes the weights from Git into HTTPRoute "web", and the controller does not notice; ignore the weights that Rollout "web" sets, and add ApplyOutOfSyncOnly=true.',
  ],
  'ignored-and-left-out.yaml': [],
  'nothing-ignored.yaml': [
    'Every sync of Application "shop" writes the weights from Git into HTTPRoute "web", and the controller does not notice; ignore the weights that Rollout "web" sets, and add ApplyOutOfSyncOnly=true.',
  ],
  'watched.yaml': [],
  // The weights stay 100 and 0: the new pods become stable at once.
  'without-steps.yaml': [],
});
