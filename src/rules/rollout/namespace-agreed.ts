import { services } from '../../kubernetes/kinds/rollout.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/namespace-agreed',
    description:
      'Require a Rollout and its Services to name one namespace, or none if what applies them gives it.',
    why: 'An object without a namespace is created in the one that kubectl or Argo CD is given. In any other than that of the Rollout, the controller marks the Rollout InvalidSpec (service "…" not found) and starts no update.',
    consequence: 'invalid-spec',
    severity: 'warning',
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
            { related: [{ at: rollout.at('metadata', 'namespace'), message: 'its Rollout names one' }] },
          );
        } else if (isUnplaced(graph, rollout) && isPlacedByItself(graph, service)) {
          told.add(rollout);
          report(
            rollout.at('metadata', 'name'),
            'rollout',
            { ...data, namespace: service.namespace },
            { related: [{ at: service.at('metadata', 'namespace'), message: 'its Service names one' }] },
          );
        }
      }
  },
});

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
