import { progressDeadlineOf } from '../../kubernetes/kinds/rollout.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/deadline-exceeds-ready',
    description: 'Require progressDeadlineSeconds to be greater than minReadySeconds.',
    why: 'The controller marks the Rollout InvalidSpec: "must be greater than minReadySeconds". No update starts.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      deadline: 'progressDeadlineSeconds {deadline} must be greater than minReadySeconds {ready}.',
      default:
        'minReadySeconds {ready} must be less than progressDeadlineSeconds, which defaults to {deadline}; set progressDeadlineSeconds to more.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
  },

  voices: {
    'deadline-after-ready': (_, { rollout, report }) => {
      const ready = rollout.at('spec', 'minReadySeconds');
      const deadline = rollout.at('spec', 'progressDeadlineSeconds');
      const data = { deadline: progressDeadlineOf(rollout), ready: ready.number ?? 0 };
      const related = ready.exists ? [{ at: ready, message: 'as long' }] : [];
      if (deadline.exists) report(deadline, 'deadline', data, { related });
      else report(ready, 'default', data);
    },
  },
});
