import { autoscalerKinds, scaleTarget } from '../../kubernetes/kinds/autoscaler.js';
import { workloadRef } from '../../kubernetes/kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import { doubleWorkloads } from '../facts/double-workloads.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'k8s/autoscaler-scales-rollout',
    description:
      'Require an autoscaler to scale the Rollout, not the Deployment that the Rollout references or replaces.',
    why: 'The pods of the Rollout serve the traffic, but the autoscaler scales the Deployment, even after the Rollout has scaled it down. The number of pods of the Rollout does not follow the load.',
    consequence: 'wrong-pods',
    severity: 'warning',
    messages: {
      referenced:
        '{kind} "{autoscaler}" scales {targetKind} "{target}", but Rollout "{rollout}" runs the pods of its template; point scaleTargetRef at the Rollout.',
      replaced:
        '{kind} "{autoscaler}" scales {targetKind} "{target}", but Rollout "{rollout}" runs the same pods; point scaleTargetRef at the Rollout.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/migrating/#reference-deployment-from-rollout',
      'https://argo-rollouts.readthedocs.io/en/stable/features/hpa-support/',
    ],
  },

  *check({ graph, report }) {
    const rollouts = new Map<Resource, Resource>();
    for (const rollout of graph.rollouts) {
      yield rollout;
      const reference = workloadRef(rollout);
      const workload = reference && graph.find(reference);
      if (workload) rollouts.set(workload, rollout);
    }
    const replaced = new Map(doubleWorkloads(graph).map(({ workload, rollout }) => [workload, rollout]));
    if (rollouts.size === 0 && replaced.size === 0) return;

    for (const { kind, group } of autoscalerKinds)
      for (const autoscaler of graph.ofKind(kind, group)) {
        yield autoscaler;
        const reference = scaleTarget(autoscaler);
        const target = reference && graph.find(reference);
        if (!target) continue;
        const owner = rollouts.get(target);
        const rollout = owner ?? replaced.get(target);
        if (!rollout) continue;
        report(
          reference.from,
          owner ? 'referenced' : 'replaced',
          {
            kind,
            autoscaler: autoscaler.name,
            targetKind: target.kind,
            target: target.name,
            rollout: rollout.name,
          },
          {
            related: [
              owner
                ? { at: rollout.at('spec', 'workloadRef', 'name'), message: 'takes the pods from it' }
                : { at: rollout, message: 'runs the same pods' },
            ],
          },
        );
      }
  },
});
