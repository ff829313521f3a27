import { steps } from '../../kubernetes/kinds/rollout.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'steps/mirror-percentage-in-range',
    description: 'Require the percentage of a setMirrorRoute step to be between 0 and 100.',
    why: 'Istio refuses the VirtualService that the controller writes ("mirror_percentage must have a max value of 100"), so the step never completes.',
    consequence: 'update-stuck',
    severity: 'error',
    messages: {
      outside: 'percentage {percentage} is not between 0 and 100; set a value in that range.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/#traffic-mirroring-to-canary',
      'https://github.com/istio/istio/blob/master/pkg/config/validation/virtualservice.go',
    ],
  },

  checkRollout(rollout, { report }) {
    for (const step of steps(rollout)) {
      const field = step.at('setMirrorRoute', 'percentage');
      const percentage = field.number;
      if (percentage !== undefined && (percentage < 0 || percentage > 100))
        report(field, 'outside', { percentage });
    }
  },
});
