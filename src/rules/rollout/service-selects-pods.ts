import { canary } from '../../kubernetes/kinds/rollout.js';
import { podLabels } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { removalOf } from '../fixes.js';
import { titled } from '../choices.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/service-selects-pods',
    description: 'Require the Services of a Rollout to select labels that its pod template sets.',
    why: 'The controller marks the Rollout InvalidSpec (Service "…" has unmatch label "…" in rollout): even a running one is no longer scaled or repaired.',
    consequence: 'invalid-spec',
    severity: 'error',
    yieldsTo: ['rollout/selector-selects-pods'],
    messages: {
      differs:
        'Service "{service}" selects {key}: "{value}", but the pods of Rollout "{rollout}" have {key}: "{actual}"; use the same value in both.',
      missing:
        'Service "{service}" selects {key}: "{value}", which the pods of Rollout "{rollout}" do not have; remove it, or add it to the pods.',
      ephemeral:
        'Service "{service}" selects {key}: "{value}", which only {metadata} gives to pods of Rollout "{rollout}", but the controller requires it in the pod template; add it there, or remove it here.',
    },
    fixes: ['unsafe', 'choice'],
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
      'https://github.com/argoproj/argo-rollouts/issues/2090',
    ],
    aliases: ['dangling-service', 'service-targets-pod'],
  },

  voices: {
    'service-labels': (found, { rollout, graph, report }) => {
      const template = graph.podTemplate(rollout);
      // Other rules report a missing template.
      if (!template?.exists) return;
      const labels = podLabels(template);
      const related = { at: labels, message: `the labels of the pods of Rollout "${rollout.name}"` };
      for (const { subject: service, about: key = '' } of found) {
        const selected = service!.at('spec', 'selector', key);
        const [label, value] = [labels.at(key), selected.value];
        const metadata = ephemeral.find((name) => canary(rollout).at(name, 'labels', key).value === value);
        const message = metadata ? 'ephemeral' : label.exists ? 'differs' : 'missing';
        report(
          selected,
          message,
          {
            service: service!.name,
            rollout: rollout.name,
            key,
            value: selected.shown,
            metadata,
            actual: label.shown,
          },
          {
            rests: [label],
            // A Service that selects nothing gets no pods at all.
            fix: () =>
              message === 'missing' && service!.at('spec', 'selector').entries.length > 1
                ? removalOf(selected, 'unsafe')
                : undefined,
            choices: () =>
              message === 'differs' || typeof value !== 'string'
                ? []
                : [
                    titled(`Add label ${key}: "${value}" to the pods of Rollout "${rollout.name}".`, {
                      field: label,
                      value,
                    }),
                    ...(message === 'ephemeral' && service!.at('spec', 'selector').entries.length > 1
                      ? [removalOf(selected)]
                      : []),
                  ],
            // The Rollout's own selector may require the same label.
            unless: { 'rollout/selector-selects-pods': sameAs(rollout, key, value) },
            related: [message === 'differs' ? { ...related, at: label } : related],
          },
        );
      }
    },
  },
});

/** The fields with labels that the controller adds to pods temporarily. */
const ephemeral = ['canaryMetadata', 'stableMetadata'];

/** The selector label of a Rollout with the same key and value. */
function sameAs(rollout: Resource, key: string, value: unknown): readonly Field[] {
  const own = rollout.at('spec', 'selector', 'matchLabels', key);
  return own.value === value ? [own] : [];
}
