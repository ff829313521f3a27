import { removalOf } from '../fixes.js';
import { titled } from '../choices.js';
import { typedRule } from '../rule.js';
import { strayLabels } from '../facts/istio/subset-labels.js';

export default typedRule({
  meta: {
    name: 'istio/subset-selects-pods',
    description: 'Require the labels of the stable and canary subset to be labels of the pods.',
    why: 'The controller adds the hash of the revision to these labels and keeps the others, so the subset selects no pod and Envoy answers 503.',
    consequence: 'lost-traffic',
    severity: 'error',
    messages: {
      missing:
        'Subset "{subset}" of DestinationRule "{destinationRule}" selects pods with label "{label}", which the pods of Rollout "{rollout}" do not have; remove the label, or add it to the pods.',
      differs:
        'Subset "{subset}" of DestinationRule "{destinationRule}" selects pods with label "{label}: {wanted}", but the pods of Rollout "{rollout}" have "{actual}"; use the same value in both.',
    },
    fixes: ['unsafe', 'choice'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/#subset-level-traffic-splitting',
      'https://istio.io/latest/docs/reference/config/networking/destination-rule/#Subset',
    ],
    aliases: ['IST0173', 'KIA0203'],
  },

  check({ graph, report }) {
    for (const { rollout, destinationRule, subset, label, pods, given } of strayLabels(graph)) {
      if (given) continue; // Labels that only one revision has are covered by istio/subset-labels-lasting.
      const actual = pods.at(label.key);
      report(
        label,
        actual.exists ? 'differs' : 'missing',
        {
          rollout: rollout.name,
          destinationRule: destinationRule.name,
          subset,
          label: String(label.key),
          wanted: label.text ?? '',
          actual: actual.shown,
        },
        {
          atKey: !actual.exists,
          fix: () =>
            actual.exists || label.parent?.entries.length === 1 ? undefined : removalOf(label, 'unsafe'),
          choices: () =>
            actual.exists || label.text === undefined
              ? []
              : [
                  titled(
                    `Add label ${String(label.key)}: "${label.text}" to the pods of Rollout "${rollout.name}".`,
                    {
                      field: actual,
                      value: label.text,
                    },
                  ),
                ],
          rests: [label, pods],
          related: [{ at: actual, message: 'the labels of the pods' }],
        },
      );
    }
  },
});
