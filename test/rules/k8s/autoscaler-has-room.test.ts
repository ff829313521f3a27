import rule from '../../../src/rules/k8s/autoscaler-has-room.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'equal.yaml': [
    'HorizontalPodAutoscaler "web" of Rollout "web" has 5 as its least and its greatest number of pods, so it never scales; raise maxReplicas, or set replicas instead.',
  ],
  'room.yaml': [],
  'scaled-object.yaml': [
    'ScaledObject "web" of Rollout "web" has 2 as its least and its greatest number of pods, so it never scales; raise maxReplicaCount, or set replicas instead.',
  ],
});
