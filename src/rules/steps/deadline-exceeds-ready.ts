import { defineRule } from '../rule.js';

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/defaults/defaults.go */
const defaultDeadline = 600;

export default defineRule({
  meta: {
    name: 'steps/deadline-exceeds-ready',
    description: 'Require progressDeadlineSeconds to be more than minReadySeconds.',
    why: 'The controller marks the Rollout InvalidSpec: "must be greater than minReadySeconds". No update starts.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      deadline: 'progressDeadlineSeconds {deadline} is not more than minReadySeconds {ready}.',
      default:
        'minReadySeconds {ready} is not less than progressDeadlineSeconds, which is {deadline} where it is not set; set it higher.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
  },

  checkRollout(rollout, { report }) {
    const ready = rollout.at('spec', 'minReadySeconds');
    const deadline = rollout.at('spec', 'progressDeadlineSeconds');
    const seconds = deadline.exists ? deadline.number : defaultDeadline;
    if (seconds === undefined || (ready.exists && ready.number === undefined)) return;
    if (seconds > (ready.number ?? 0)) return;
    const data = { deadline: seconds, ready: ready.number ?? 0 };
    if (deadline.exists)
      report(
        deadline,
        'deadline',
        data,
        ready.exists ? { related: [{ at: ready, message: 'as long' }] } : {},
      );
    else report(ready, 'default', data);
  },
});
