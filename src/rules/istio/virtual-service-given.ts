import { trafficRouting } from '../../kinds/rollout.js';
import istio from '../../routers/istio.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'istio/virtual-service-given',
    description:
      'Require a Rollout that routes through Istio to name its VirtualServices in one field of the two.',
    why: 'The Rollout is InvalidSpec ("either VirtualService or VirtualServices must be configured") and updates no longer progress.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      neither:
        'Rollout "{rollout}" uses Istio without a VirtualService; name one in "virtualService", or several in "virtualServices".',
      both: 'Rollout "{rollout}" has both virtualService and virtualServices; keep one, "virtualServices" has room for all.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/',
    ],
  },

  router: istio,

  checkRollout(rollout, { report }) {
    const config = trafficRouting(rollout).at('istio');
    const [one, several] = [config.at('virtualService'), config.at('virtualServices')];
    const isSeveral = several.items.length > 0; // The API server keeps an empty list, the controller drops it.
    if (one.exists && isSeveral)
      report(
        several,
        'both',
        { rollout: rollout.name },
        { atKey: true, related: [{ at: one.keyPlace, message: 'also given here' }] },
      );
    else if (!one.exists && !isSeveral && ['list', 'absent'].includes(several.shape))
      report(config, 'neither', { rollout: rollout.name }, { atKey: true });
  },
});
