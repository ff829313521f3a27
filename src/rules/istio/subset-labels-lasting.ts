import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';
import { strayLabels } from '../facts/istio/subset-labels.js';

export default typedRule({
  meta: {
    name: 'istio/subset-labels-lasting',
    description: 'Require the labels of the stable and canary subset to be labels that pods keep.',
    why: 'canaryMetadata and stableMetadata are written to running pods and change when the pods are promoted: the subset loses its pods while the route still sends requests there, and Envoy briefly answers 503.',
    consequence: 'lost-traffic',
    severity: 'warning',
    messages: {
      temporary:
        'Subset "{subset}" of DestinationRule "{destinationRule}" selects pods by label "{label}", which {role}Metadata of Rollout "{rollout}" sets only temporarily; remove it, the controller already selects each revision by its hash.',
    },
    fixes: ['unsafe'],
    links: ['https://argo-rollouts.readthedocs.io/en/stable/features/ephemeral-metadata/'],
  },

  check({ graph, report }) {
    for (const { rollout, destinationRule, role, subset, label, pods, given } of strayLabels(graph)) {
      if (!given) continue;
      report(
        label,
        'temporary',
        {
          rollout: rollout.name,
          destinationRule: destinationRule.name,
          subset,
          label: String(label.key),
          role,
        },
        {
          atKey: true,
          fix: () => removalOf(label, 'unsafe'),
          rests: [label, pods, given],
          related: [{ at: given.keyPlace, message: `only pods of the ${role} revision have it` }],
        },
      );
    }
  },
});
