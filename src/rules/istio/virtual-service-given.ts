import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'istio/virtual-service-given',
    description:
      'Require a Rollout that routes through Istio to set either virtualService or virtualServices.',
    why: 'The Rollout is InvalidSpec ("either VirtualService or VirtualServices must be configured") and updates no longer progress.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      neither:
        'Rollout "{rollout}" uses Istio without a VirtualService; name one in "virtualService", or several in "virtualServices".',
      both: 'Rollout "{rollout}" sets both virtualService and virtualServices; keep one (virtualServices can list all).',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/',
    ],
  },

  voices: {
    'virtual-service-choice': ([{ field }], { rollout, report }) => {
      const [one, several] = [field.at('virtualService'), field.at('virtualServices')];
      const data = { rollout: rollout.name };
      const related = [{ at: one.keyPlace, message: 'also given here' }];
      if (one.exists) report(several, 'both', data, { atKey: true, related });
      else report(field, 'neither', data, { atKey: true });
    },
  },
});
