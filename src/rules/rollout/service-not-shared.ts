import type { Graph } from '../../graph/graph.js';
import { services } from '../../kinds/rollout.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'rollout/service-not-shared',
    description: 'Require a Service to belong to one Rollout.',
    why: 'The controller marks one of the Rollouts InvalidSpec: Service "…" is managed by another Rollout. Until then both write their pods into its selector.',
    severity: 'error',
    messages: {
      shared:
        'Service "{service}" is the {otherRole} Service of Rollout "{other}" already; Rollout "{rollout}" needs one of its own.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
    ],
  },

  check({ graph, report }) {
    const claims = new Map<Resource, (Reference & { readonly role: string })[]>();
    for (const claim of graph.rollouts.flatMap(services))
      for (const service of graph.resolve(claim).found) {
        const { resource } = claim.from;
        const earlier = claims.get(service) ?? [];
        claims.set(service, [...earlier, claim]);
        const other = earlier.find(
          // Two Rollouts of one name are one to the controller; that they are two is k8s/identity-unique's to say.
          ({ from }) =>
            from.resource.name !== resource.name && areOneDeployment(graph, from.resource, resource),
        );
        if (!other || graph.isPatched(other.from.resource, other.from.path)) continue;
        report(
          claim.from,
          'shared',
          {
            service: service.name,
            rollout: resource.name,
            other: other.from.resource.name,
            otherRole: other.role,
          },
          { related: [{ at: other.from, message: `Rollout "${other.from.resource.name}" names it first` }] },
        );
      }
  },
});

/** Whether two Rollouts surely find one and the same Service in the cluster. */
function areOneDeployment(graph: Graph, left: Resource, right: Resource): boolean {
  const [a, b] = [graph.namespace(left), graph.namespace(right)];
  if (a !== undefined && b !== undefined && a !== b) return false;
  const areBeside = graph.beside(left, right.kind, right.group).includes(right);
  return graph.areTogether(left, right) && (areBeside || (a !== undefined && a === b));
}
