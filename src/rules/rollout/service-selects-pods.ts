import { podHashLabel } from '../../controllers/services.js';
import type { Graph } from '../../graph/graph.js';
import { canary, services } from '../../kinds/rollout.js';
import { podLabels } from '../../kinds/workload.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'rollout/service-selects-pods',
    description: 'Require the Services of a Rollout to select labels that its pod template sets.',
    why: 'The controller marks the Rollout InvalidSpec (Service "…" has unmatch label "…" in rollout): even a running one is no longer scaled or repaired.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      differs:
        'Service "{service}" selects {key}: "{value}", but the pods of Rollout "{rollout}" have {key}: "{actual}".',
      missing:
        'Service "{service}" selects {key}: "{value}", which the pods of Rollout "{rollout}" do not have.',
      ephemeral:
        'Service "{service}" selects {key}: "{value}", which only {metadata} gives to pods of Rollout "{rollout}"; the controller accepts labels of the pod template alone.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
      'https://github.com/argoproj/argo-rollouts/issues/2090',
    ],
    aliases: ['dangling-service', 'service-targets-pod'],
  },

  checkRollout(rollout, { graph, report }) {
    const template = graph.podTemplate(rollout);
    // That there is no template, or none that can be found, is said by other rules.
    if (!template?.exists) return;
    const labels = podLabels(template);
    const related = { at: labels, message: `the labels of the pods of Rollout "${rollout.name}"` };

    for (const service of servicesOf(graph, rollout)) {
      const data = { service: service.name, rollout: rollout.name };
      for (const selected of service.at('spec', 'selector').entries) {
        const { key, value } = selected;
        if (typeof value !== 'string' || key === podHashLabel || isPlaceholder(value)) continue;
        const label = labels.at(key);
        const actual = label.value;
        if (actual === value || graph.isPatched(label.resource, label.path)) continue;
        // The Rollout's own selector asks for the same: rollout/selector-selects-pods says that the pods lack it.
        if (rollout.at('spec', 'selector', 'matchLabels', key).value === value) continue;
        if (typeof actual === 'string' && isPlaceholder(actual)) continue;
        const metadata = ephemeral.find((name) => canary(rollout).at(name, 'labels', key).value === value);
        const message = metadata ? 'ephemeral' : label.exists ? 'differs' : 'missing';
        report(
          selected,
          message,
          { ...data, key, value, metadata, actual: String(actual) },
          { related: [message === 'differs' ? { ...related, at: label } : related] },
        );
      }
    }
  },
});

/** Where the controller finds labels that it adds to pods for a while. */
const ephemeral = ['canaryMetadata', 'stableMetadata'];

function servicesOf(graph: Graph, rollout: Resource): ReadonlySet<Resource> {
  const found = services(rollout).flatMap((reference) => graph.resolve(reference).found);
  return new Set(found.filter(({ isReadable }) => isReadable));
}
