import istio, { destinationRule } from '../../rollouts/routers/istio.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'istio/subsets-differ',
    description: 'Require the stable and canary subsets of a Rollout to be different.',
    why: 'The controller treats the single subset as canary: it receives the canary weight and selects the canary pods, and the stable version receives no traffic.',
    consequence: 'misdirected-traffic',
    severity: 'error',
    messages: {
      same: 'Rollout "{rollout}" uses subset "{subset}" for both stable and canary; name two different subsets of its DestinationRule.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/#subset-level-traffic-splitting',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
    ],
  },

  router: istio,

  checkRollout(rollout, { report }) {
    const { stableSubset, canarySubset } = destinationRule(rollout) ?? {};
    if (!canarySubset || canarySubset.text === undefined || canarySubset.text !== stableSubset?.text) return;
    report(
      canarySubset,
      'same',
      { rollout: rollout.name, subset: canarySubset.text },
      { rests: [stableSubset], related: [{ at: stableSubset, message: 'the stable subset' }] },
    );
  },
});
