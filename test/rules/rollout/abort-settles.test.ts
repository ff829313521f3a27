import rule from '../../../src/rules/rollout/abort-settles.js';
import { describeRule } from '../../support/describe-rule.js';

const endless =
  'Rollout "web" keeps its canary after an abort: abortScaleDownDelaySeconds is 0 and the first step asks for pods, so the controller rewrites canary Service "web-canary" without end; set a delay in seconds.';

// At 50 % of 10 pods the canary has 5. Upstream's GetDesiredCanaryWeight takes the last step that needs fewer pods than the larger of the
// missing stable pods and these 5, which is 20 % as long as they are kept.
const kept =
  'If Rollout "web" is aborted at weight 50, its canary keeps weight 20 permanently: with dynamicStableScale, the pods that abortScaleDownDelaySeconds keeps prevent release 1.9 from lowering it; remove the delay.';

describeRule(rule, {
  'dynamic-with-one-pod.yaml': [],
  'dynamic-without-delay.yaml': [],
  // 80 % of 4 pods are 4, so all stable pods become available, and upstream's reconcileNewReplicaSet sets the deadline of the others.
  'going-at-the-deadline.yaml': [],
  'kept-by-weight.yaml': [endless],
  'kept-for-a-time.yaml': [],
  'kept-for-ever.yaml': [endless],
  'kept-while-stable-scales.yaml': [kept],
  'kept-with-an-autoscaler.yaml': [kept],
  'least-of-an-autoscaler-unknown.yaml': [],
  'no-router.yaml': [],
  'removed-at-once.yaml': [],
  'scaled-to-none.yaml': [],
  'scaled-to-the-weight.yaml': [],
  'subsets-alone.yaml': [],
});
