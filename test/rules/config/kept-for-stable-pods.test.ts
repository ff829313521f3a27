import rule from '../../../src/rules/config/kept-for-stable-pods.js';
import { describeRule } from '../../support/describe-rule.js';

const goes =
  'ConfigMap "web-1" is deleted in the same change that removes it from Rollout "web", whose stable pods use it until the update completes; delete it in a later change';

describeRule(rule, {
  'kept-beside-the-new-one': [],
  'kept-by-an-annotation': [],
  'never-in-git': [],
  pruned: [`${goes}, or annotate it with Prune=false.`],
  // The sync prunes when the Rollout is Healthy: only a Rollout that is aborted misses it.
  'pruned-last': [`${goes}.`],
  'removed-without-application': [`${goes}.`],
  'rollout-that-is-new': [],
  'still-used': [],
});
