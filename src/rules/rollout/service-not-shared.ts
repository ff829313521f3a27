import type { Graph } from '../../repository/graph/graph.js';
import { serviceField, type ServiceRole, services } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import { byFixedOrder } from '../../model/fixed-order.js';
import { append } from '../../model/multimap.js';
import type { Resource } from '../../model/resource.js';
import { ofEach } from '../facts/of-each.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/service-not-shared',
    description: 'Require a Service to belong to one Rollout.',
    why: 'The controller marks one of the Rollouts InvalidSpec: Service "…" is managed by another Rollout. Until then both write their pods into its selector.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      shared:
        'Service "{service}" is already the {otherRole} Service of Rollout "{other}"; use a separate Service for Rollout "{rollout}".',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
    ],
  },

  *check({ graph, report }) {
    const claims = new Map<Resource, Claim[]>();
    for (const { from, role, ...reference } of ofEach(graph.rollouts, services)) {
      yield from.resource;
      for (const service of graph.resolve({ from, ...reference }).found) {
        append(claims, service, { rollout: from.resource, role, from: from.lasting });
      }
    }
    for (const [service, all] of claims) {
      const inOrder = all.sort((left, right) => byFixedOrder(left.rollout, right.rollout));
      for (const [index, { rollout, from }] of inOrder.entries()) {
        const other = inOrder.slice(0, index).find(
          // To the controller, two Rollouts with one name are the same; k8s/identity-unique covers them.
          (claim) => claim.rollout.name !== rollout.name && areOneDeployment(graph, claim.rollout, rollout),
        );
        if (!other) continue;
        const first = serviceField(other.rollout, other.role);
        report(
          from,
          'shared',
          {
            service: service.name,
            rollout: rollout.name,
            other: other.rollout.name,
            otherRole: other.role,
          },
          {
            rests: [first],
            related: [{ at: first, message: `Rollout "${other.rollout.name}" names it too` }],
          },
        );
      }
    }
  },
});

/** A Rollout that names a Service, with the role of the Service. */
interface Claim {
  readonly rollout: Resource;
  readonly role: ServiceRole;
  readonly from: Field;
}

/** Whether two Rollouts certainly use the same Service in the cluster. */
function areOneDeployment(graph: Graph, left: Resource, right: Resource): boolean {
  const [a, b] = [graph.namespace(left), graph.namespace(right)];
  if (a !== undefined && b !== undefined && a !== b) return false;
  const areBeside = graph.areCompanions(left, right);
  return graph.areDeployedTogether(left, right) && (areBeside || (a !== undefined && a === b));
}
