import type { Graph } from '../../repository/graph/graph.js';
import { serviceField } from '../../kubernetes/kinds/rollout.js';
import { copyableService } from '../../kubernetes/kinds/service.js';
import { nearestName } from '../../model/nearest-name.js';
import type { Resource } from '../../model/resource.js';
import { absence, reportAbsent } from '../absent.js';
import { typedRule, type ProposedFix } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/services-exist',
    description: 'Require the Services that a Rollout names to exist.',
    why: 'The controller marks the Rollout InvalidSpec (service "…" not found) and neither updates nor scales it until the Service exists.',
    consequence: 'invalid-spec',
    severity: 'error',
    fixes: ['safe', 'unsafe', 'choice'],
    messages: {
      ...absence('Service "{service}", the {role} Service of Rollout "{rollout}",'),
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/specification/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go',
      'https://argo-rollouts.readthedocs.io/en/stable/features/kustomize/',
    ],
  },

  voices: {
    'service-missing': (found, { rollout, graph, report }) => {
      for (const { reference } of found) {
        const { from, to } = reference!;
        const role = String(from.key).replace('Service', '');
        const data = { service: to.name, role, rollout: rollout.name };
        reportAbsent({ graph, reference: reference!, data }, report, {
          otherwise: () => (role === 'canary' ? { fix: () => copied(graph, rollout, to.name) } : {}),
        });
      }
    },
  },
});

/** The stable Service with the name of the canary Service, which makes no difference to clients and the controller. */
function copied(graph: Graph, rollout: Resource, name: string): ProposedFix | undefined {
  const from = serviceField(rollout, 'stable');
  const stable =
    from.text === undefined
      ? undefined
      : graph.find({ from, to: { group: '', kind: 'Service', name: from.text } });
  // A name similar to that of the stable Service may be a misspelling, and then no other Service is meant.
  const copy = stable && nearestName(name, [stable.name]) === undefined && copyableService(stable, name);
  if (!copy) return undefined;
  return {
    title: `Add Service "${name}", a copy of Service "${stable.name}".`,
    isUnsafe: copy.isLikely,
    writes: [{ field: stable.at(), value: copy.value }],
  };
}
