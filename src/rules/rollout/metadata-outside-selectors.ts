import type { Graph } from '../../graph/graph.js';
import { temporaryMetadata } from '../../facts/rollout/refused-writes.js';
import { services } from '../../kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'rollout/metadata-outside-selectors',
    description: 'Require labels that pods get for a while to leave the labels alone that selectors ask for.',
    why: 'The controller overwrites these labels of running pods: a Service no longer selects them, and a ReplicaSet that no longer recognizes its own pods starts others.',
    consequence: 'lost-traffic',
    severity: 'error',
    messages: {
      selector:
        '{metadata} of Rollout "{rollout}" sets label {key}: "{value}" on pods that its selector finds by {key}: "{selected}"; choose another label.',
      service:
        '{metadata} of Rollout "{rollout}" sets label {key}: "{value}" on pods that Service "{service}" finds by {key}: "{selected}"; choose another label.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/ephemeral-metadata/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/ephemeralmetadata.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    for (const metadata of temporaryMetadata(rollout))
      for (const label of metadata.at('labels').entries) {
        const { key, text: value } = label;
        if (value === undefined) continue;
        const data = { metadata: String(metadata.key), rollout: rollout.name, key, value };
        const own = rollout.at('spec', 'selector', 'matchLabels', key);
        if (own.text !== undefined && own.text !== value) {
          report(
            label,
            'selector',
            { ...data, selected: own.text },
            { related: [{ at: own, message: 'the selector of the Rollout' }] },
          );
          continue;
        }
        for (const service of servicesOf(graph, rollout)) {
          const asked = service.at('spec', 'selector', key);
          if (asked.text === undefined || asked.text === value) continue;
          report(
            label,
            'service',
            { ...data, service: service.name, selected: asked.text },
            { related: [{ at: asked, message: 'the selector of the Service' }] },
          );
        }
      }
  },
});

function servicesOf(graph: Graph, rollout: Resource): ReadonlySet<Resource> {
  return new Set(services(rollout).flatMap((reference) => graph.find(reference) ?? []));
}
