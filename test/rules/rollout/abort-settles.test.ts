import rule from '../../../src/rules/rollout/abort-settles.js';
import { describeRule } from '../../support/describe-rule.js';

const endless =
  'Rollout "web" keeps its canary after an abort: abortScaleDownDelaySeconds is 0 and the first step asks for pods, so the controller rewrites canary Service "web-canary" without end; set a delay in seconds.';

describeRule(rule, {
  'kept-by-weight.yaml': [endless],
  'kept-for-a-time.yaml': [],
  'kept-for-ever.yaml': [endless],
  'no-router.yaml': [],
  'removed-at-once.yaml': [],
  'scaled-to-none.yaml': [],
  'scaled-to-the-weight.yaml': [],
  'subsets-alone.yaml': [],
});
