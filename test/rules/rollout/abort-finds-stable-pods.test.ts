import rule from '../../../src/rules/rollout/abort-finds-stable-pods.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'ends-at-hundred.yaml': [],
  'measures-at-hundred.yaml': [
    'Rollout "web" has no stable pods while analysis of steps[1] waits at weight 100, because of dynamicStableScale; an abort there first starts 4 pods. Wait at a lower weight, or remove dynamicStableScale.',
  ],
  'no-replicas.yaml': [],
  'not-dynamic.yaml': [],
  'pauses-at-hundred.yaml': [
    'Rollout "web" has no stable pods while pause of steps[3] waits at weight 100, because of dynamicStableScale; an abort there first starts 4 pods. Wait at a lower weight, or remove dynamicStableScale.',
  ],
  'scaled-apart.yaml': [],
  'waits-below.yaml': [],
});
