import { services } from '../../kubernetes/kinds/rollout.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';
import { titled } from '../choices.js';
import { removalOf } from '../fixes.js';
import { type ProposedFix, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/namespace-agreed',
    description:
      'Require a Rollout and its Services to name one namespace, or none if what applies them gives it.',
    why: 'An object without a namespace is created in the one that kubectl or Argo CD is given. In any other than that of the Rollout, the controller marks the Rollout InvalidSpec (service "…" not found) and starts no update.',
    consequence: 'invalid-spec',
    severity: 'warning',
    fixes: ['choice'],
    messages: {
      service:
        'Service "{service}" names no namespace, and Rollout "{rollout}", which sends requests to it, is in namespace "{namespace}"; write the namespace in both, or in neither.',
      rollout:
        'Rollout "{rollout}" names no namespace, and its Service "{service}" is in namespace "{namespace}"; write the namespace in both, or in neither.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go',
      'https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/',
    ],
  },

  check({ graph, report }) {
    const told = new Set<Resource>();
    for (const rollout of graph.rollouts)
      for (const reference of services(rollout)) {
        const service = graph.find(reference);
        if (!service || told.has(service) || told.has(rollout)) continue;
        const data = { service: service.name, rollout: rollout.name };
        if (isUnplaced(graph, service) && isPlacedByItself(graph, rollout)) {
          told.add(service);
          report(
            service.at('metadata', 'name'),
            'service',
            { ...data, namespace: rollout.namespace },
            {
              related: [{ at: rollout.at('metadata', 'namespace'), message: 'its Rollout names one' }],
              choices: () => inOne(service, rollout),
            },
          );
        } else if (isUnplaced(graph, rollout) && isPlacedByItself(graph, service)) {
          told.add(rollout);
          report(
            rollout.at('metadata', 'name'),
            'rollout',
            { ...data, namespace: service.namespace },
            {
              related: [{ at: service.at('metadata', 'namespace'), message: 'its Service names one' }],
              choices: () => inOne(rollout, service),
            },
          );
        }
      }
  },
});

/** Gives an object the namespace of another one, or takes it from that. */
function inOne(nameless: Resource, placed: Resource): readonly ProposedFix[] {
  const field = placed.at('metadata', 'namespace');
  const titleOf = ({ kind, name }: Resource): string => `${kind} "${name}"`;
  return [
    titled(`Write namespace "${placed.namespace ?? ''}" in ${titleOf(nameless)}.`, {
      field: nameless.at('metadata', 'namespace'),
      value: placed.namespace,
    }),
    { ...removalOf(field), title: `Remove the namespace of ${titleOf(placed)}.` },
  ];
}

/** Whether an object names no namespace, and nothing in the repository gives it one. A chart is installed into one. */
function isUnplaced(graph: Graph, resource: Resource): boolean {
  return (
    !resource.at('metadata', 'namespace').exists &&
    graph.namespace(resource) === undefined &&
    resource.source.assumedRelease === undefined &&
    graph.placements(resource).every(({ leaf, application }) => !leaf && !application)
  );
}

/** Whether an object is in the namespace that it names, and not in the one that kubectl uses if it is given none. */
function isPlacedByItself(graph: Graph, resource: Resource): boolean {
  return (
    resource.namespace !== undefined &&
    resource.namespace !== 'default' &&
    graph.namespace(resource) === resource.namespace
  );
}
