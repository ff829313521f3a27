import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { podHashLabel } from '../../rollouts/controllers/services.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/pod-template-hash-left-out',
    description: 'Require manifests in Git to leave the rollouts-pod-template-hash label to the controller.',
    why: 'Every sync points the Service, subset or pods back at the pods of an old revision until the controller reacts.',
    consequence: 'overwritten',
    severity: 'error',
    messages: {
      authored:
        '{kind} "{name}" sets "rollouts-pod-template-hash", which the Rollouts controller writes in the cluster; remove it.',
    },
    fixes: ['unsafe'],
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go',
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/',
    ],
  },

  *check({ graph, report }) {
    for (const resource of graph.ofKinds(labelled)) {
      yield resource;
      const { kind, name } = resource;
      const { labels } = labelled.find((one) => one.kind === kind)!;
      for (const field of labels(resource)) {
        const label = field.at(podHashLabel);
        if (label.exists || label.isEmpty)
          report(label, 'authored', { kind, name }, { atKey: true, fix: () => removalOf(label, 'unsafe') });
      }
    }
  },
});

/** Where the controller writes the label, or copies it from. */
const labelled: readonly { kind: string; group: string; labels: (resource: Resource) => readonly Field[] }[] =
  [
    { kind: 'Service', group: '', labels: (service) => [service.at('spec', 'selector')] },
    {
      kind: 'DestinationRule',
      group: 'networking.istio.io',
      labels: (rule) => rule.at('spec', 'subsets').items.map((subset) => subset.at('labels')),
    },
    {
      kind: 'Rollout',
      group: 'argoproj.io',
      labels: (rollout) => [
        rollout.at('spec', 'selector', 'matchLabels'),
        rollout.at('spec', 'template', 'metadata', 'labels'),
      ],
    },
  ];
