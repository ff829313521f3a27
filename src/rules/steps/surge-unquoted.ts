import { intOrPercent } from '../../kubernetes/kinds/int-or-percent.js';
import { blueGreen, canary } from '../../kubernetes/kinds/rollout.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/surge-unquoted',
    description: 'Require plain numbers in maxSurge and maxUnavailable to be unquoted.',
    why: 'The controller reads every string as a percentage: "1" is one percent of the replicas, which is less than one pod.',
    consequence: 'no-effect',
    severity: 'warning',
    messages: {
      quoted: '{key} "{text}" is read as {text} %; write {text} without quotes, or "{text}%".',
    },
    fixes: ['unsafe'],
    links: [
      'https://github.com/argoproj/argo-rollouts/issues/4567',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go',
    ],
  },

  checkRollout(rollout, { report }) {
    for (const field of [
      canary(rollout).at('maxSurge'),
      canary(rollout).at('maxUnavailable'),
      blueGreen(rollout).at('maxUnavailable'),
    ]) {
      const { text } = field;
      const read = intOrPercent(field);
      // 0 and 0 % are the same.
      if (text === undefined || text.includes('%') || !read || read.number <= 0) continue;
      report(
        field,
        'quoted',
        { key: String(field.key), text },
        { fix: () => setTo(field, read.number, 'unsafe') },
      );
    }
  },
});
