import { earliestReady } from '../../kubernetes/kinds/pod-start.js';
import { defaultProgressDeadlineSeconds, progressDeadlineOf } from '../../kubernetes/kinds/rollout.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'pods/ready-before-deadline',
    description: 'Require pods of a Rollout to be able to become ready within progressDeadlineSeconds.',
    why: 'No pod is ready before the deadline, so the Rollout is shown as Degraded during every update.',
    consequence: 'wrong-pods',
    severity: 'warning',
    otherwise: {
      aborted: {
        when: 'If progressDeadlineAbort is true',
        consequence: 'update-stuck',
        why: 'No pod is ready before the deadline, so every update is aborted.',
        severity: 'error',
      },
    },
    fixes: ['choice'],
    messages: {
      late: 'Container "{container}" is ready {ready} s after its start at the earliest, but progressDeadlineSeconds of Rollout "{rollout}" is {deadline}; set it to more than {ready}, or shorten the probes.',
    },
    links: [
      'https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/conditions/conditions.go',
    ],
  },

  checkRollout(rollout, { report }) {
    const found = earliestReady(rollout.at('spec', 'template', 'spec'));
    const deadline = progressDeadlineOf(rollout);
    if (!found || found.seconds <= deadline) return;
    const { container, seconds } = found;
    report(
      rollout.at('spec', 'progressDeadlineSeconds'),
      'late',
      { container: container.at('name').shown, ready: seconds, rollout: rollout.name, deadline },
      {
        case: rollout.at('spec', 'progressDeadlineAbort').boolean === true ? 'aborted' : undefined,
        choices: () => {
          const field = rollout.at('spec', 'progressDeadlineSeconds');
          const title = `Remove progressDeadlineSeconds: it is ${defaultProgressDeadlineSeconds} by default.`;
          return field.exists && seconds < defaultProgressDeadlineSeconds
            ? [{ ...removalOf(field), title }]
            : [];
        },
        rests: [container, rollout.at('spec', 'progressDeadlineAbort'), rollout.at('spec', 'workloadRef')],
        related: [{ at: container, message: 'is ready later' }],
      },
    );
  },
});
