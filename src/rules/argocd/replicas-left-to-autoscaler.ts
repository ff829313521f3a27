import { argoOf } from '../facts/argocd/moments.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { scaleTarget } from '../../kubernetes/kinds/autoscaler.js';
import type { Resource } from '../../model/resource.js';
import { isSettled } from '../../play/drift/settled.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/replicas-left-to-autoscaler',
    description: 'Require a Rollout with an autoscaler to leave spec.replicas out of Git.',
    why: 'Every sync resets the replica count under load until the autoscaler corrects it; with self-heal the two keep overwriting each other.',
    consequence: 'overwritten',
    severity: 'warning',
    messages: {
      authored:
        'Rollout "{rollout}" sets replicas to {replicas}, but {kind} "{autoscaler}" scales it; remove replicas.',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/best_practices/#leaving-room-for-imperativeness',
      'https://argo-rollouts.readthedocs.io/en/stable/features/hpa-support/',
    ],
  },

  *check({ graph, report }) {
    for (const { group, kind } of [
      { group: 'autoscaling', kind: 'HorizontalPodAutoscaler' },
      { group: 'keda.sh', kind: 'ScaledObject' },
    ])
      for (const autoscaler of graph.ofKind(kind, group)) {
        yield autoscaler;
        const reference = scaleTarget(autoscaler);
        const rollout = reference && graph.find(reference);
        if (!rollout || !isRollout(rollout)) continue;
        const replicas = rollout.at('spec', 'replicas');
        if (replicas.number === undefined || isIgnored(graph, rollout)) continue;
        report(
          replicas,
          'authored',
          { rollout: rollout.name, replicas: replicas.number, kind, autoscaler: autoscaler.name },
          { related: [{ at: reference.from, message: 'scales this Rollout' }] },
        );
      }
  },
});

/** Whether every Application that deploys a Rollout ignores its replicas. */
function isIgnored(graph: Graph, rollout: Resource): boolean {
  const applications = graph.applications(rollout);
  return (
    applications.length > 0 &&
    applications.every((application) => {
      const { group, kind } = rollout;
      return graph
        .deployedAs(application, rollout)
        .every(
          ({ name, namespace }) =>
            !isSettled(graph, application) ||
            argoOf(graph, application).mayIgnorePart(
              { group, kind, name, namespace },
              { spec: { replicas: 1 } },
              rollout.at().value,
            ),
        );
    })
  );
}
