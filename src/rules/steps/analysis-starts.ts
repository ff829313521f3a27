import { canary, steps } from '../../kubernetes/kinds/rollout.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/analysis-starts',
    description: 'Require the startingStep of a background analysis to be one of the steps, counted from 0.',
    why: 'The controller never reaches that step: the analysis does not run, and the update continues without it.',
    consequence: 'analysis-void',
    severity: 'error',
    messages: {
      never:
        'startingStep {start} is after the last step, which is steps[{last}], so the analysis never starts; use at most {last}.',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/#delay-analysis-runs',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go',
    ],
  },

  checkRollout(rollout, { report }) {
    const field = canary(rollout).at('analysis', 'startingStep');
    const count = steps(rollout).length;
    // After all steps the index is the number of steps; without steps the number is ignored.
    if (field.number === undefined || count === 0 || field.number <= count) return;
    report(
      field,
      'never',
      { start: field.number, last: count - 1 },
      { fix: () => setTo(field, count - 1, 'unsafe') },
    );
  },
});
