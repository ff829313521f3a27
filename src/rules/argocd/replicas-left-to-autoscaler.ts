import { argoOf } from '../facts/argocd/moments.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { autoscalerKinds, scaleTarget } from '../../kubernetes/kinds/autoscaler.js';
import type { Resource } from '../../model/resource.js';
import { isSettled } from '../../play/drift/settled.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/replicas-left-to-autoscaler',
    description: 'Require a workload with an autoscaler to leave spec.replicas out of Git.',
    why: 'Every sync resets the replica count under load until the autoscaler corrects it; with self-heal the two keep overwriting each other.',
    consequence: 'overwritten',
    severity: 'warning',
    messages: {
      authored:
        '{workload} "{name}" sets replicas to {replicas}, but {kind} "{autoscaler}" scales it; remove replicas.',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/best_practices/#leaving-room-for-imperativeness',
      'https://argo-rollouts.readthedocs.io/en/stable/features/hpa-support/',
    ],
  },

  *check({ graph, report }) {
    for (const { group, kind } of autoscalerKinds)
      for (const autoscaler of graph.ofKind(kind, group)) {
        yield autoscaler;
        const reference = scaleTarget(autoscaler);
        const workload = reference && graph.find(reference);
        if (!workload || !isScaled(graph, workload)) continue;
        const replicas = workload.at('spec', 'replicas');
        if (replicas.number === undefined || areReplicasIgnored(graph, workload)) continue;
        report(
          replicas,
          'authored',
          {
            workload: workload.kind,
            name: workload.name,
            replicas: replicas.number,
            kind,
            autoscaler: autoscaler.name,
          },
          {
            related: [{ at: reference.from, message: `scales this ${workload.kind}` }],
            // A client-side apply of the removal sets 1 replica once, until the autoscaler scales again.
            fix: () => removalOf(replicas, 'unsafe'),
          },
        );
      }
  },
});

/** Whether syncs and an autoscaler both write the replicas of a workload. */
function isScaled(graph: Graph, workload: Resource): boolean {
  if (isRollout(workload)) return true;
  // Without pods in Git it is switched off: so a migration leaves a Deployment, and an autoscaler does not scale it then.
  return (
    workload.group === 'apps' &&
    (workload.at('spec', 'replicas').number ?? 0) > 0 &&
    graph.applications(workload).length > 0
  );
}

/** Whether every Application that deploys a workload ignores its replicas. */
function areReplicasIgnored(graph: Graph, workload: Resource): boolean {
  const applications = graph.applications(workload);
  return (
    applications.length > 0 &&
    applications.every((application) => {
      const { group, kind } = workload;
      return graph
        .deployedAs(application, workload)
        .every(
          ({ name, namespace }) =>
            !isSettled(graph, application) ||
            argoOf(graph, application).mayIgnorePart(
              { group, kind, name, namespace },
              { spec: { replicas: 1 } },
              workload.at().value,
            ),
        );
    })
  );
}
