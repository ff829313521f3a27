import { canary } from '../../kubernetes/kinds/rollout.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { setTo } from '../fixes.js';
import { eachOf } from '../choices.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/progress-threshold-reachable',
    description: 'Require a replicaProgressThreshold that the pods of the canary can reach.',
    why: 'The controller reads every type except "Percent" as a number of pods, ignores a negative value, and never reaches a threshold above the number of pods.',
    consequence: 'no-effect',
    severity: 'warning',
    messages: {
      type: 'The type "{type}" of replicaProgressThreshold is read as "Pods"; use "Percent" or "Pods".',
      negative: 'The value {value} of replicaProgressThreshold is negative and has no effect; set 0 or more.',
      percent:
        'The value {value} of replicaProgressThreshold is above 100 percent and never reached; set at most 100.',
      pods: 'The value {value} of replicaProgressThreshold is above the number of replicas of Rollout "{rollout}", {replicas}, and never reached; set at most {replicas}.',
    },
    fixes: ['unsafe', 'choice'],
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/types.go',
    ],
  },

  checkRollout(rollout, { report }) {
    const threshold = canary(rollout).at('replicaProgressThreshold');
    const type = threshold.at('type').text;
    const value = threshold.at('value');
    if (type !== undefined && type !== 'Percent' && type !== 'Pods' && !isPlaceholder(type))
      report(
        threshold.at('type'),
        'type',
        { type },
        { choices: () => eachOf(threshold.at('type'), ['Percent', 'Pods']) },
      );
    if (value.number === undefined) return;
    const replicas = rollout.at('spec', 'replicas').number;
    const data = { value: value.number, replicas, rollout: rollout.name };
    if (value.number < 0) report(value, 'negative', data, { fix: () => setTo(value, 0, 'unsafe') });
    else if (type === 'Percent' && value.number > 100)
      report(value, 'percent', data, { fix: () => setTo(value, 100, 'unsafe') });
    else if (type === 'Pods' && replicas !== undefined && value.number > replicas)
      report(value, 'pods', data, { fix: () => setTo(value, replicas, 'unsafe') });
  },
});
