import { autoscalerKinds, leastReplicas, scaleTarget } from '../../kubernetes/kinds/autoscaler.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'k8s/autoscaler-has-room',
    description:
      'Require an autoscaler of a Rollout to have room between its least and its greatest number of pods.',
    why: 'The autoscaler keeps this number of pods, whatever its metrics say.',
    consequence: 'no-effect',
    severity: 'info',
    messages: {
      none: '{kind} "{autoscaler}" of Rollout "{rollout}" has {count} as its least and its greatest number of pods, so it never scales; raise {key}, or set replicas instead.',
    },
    links: [
      'https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/',
      'https://keda.sh/docs/2.17/reference/scaledobject-spec/#maxreplicacount',
    ],
  },

  *check({ graph, report }) {
    if (!graph.hasRollouts) return;
    for (const autoscaler of graph.ofKinds(autoscalerKinds)) {
      yield autoscaler;
      const reference = scaleTarget(autoscaler);
      const rollout = reference && graph.find(reference);
      if (!rollout || !isRollout(rollout)) continue;
      const least = leastReplicas(autoscaler);
      const most = autoscaler.at(
        'spec',
        autoscaler.kind === 'ScaledObject' ? 'maxReplicaCount' : 'maxReplicas',
      );
      if (
        most.number === undefined ||
        most.number !== least.number ||
        autoscaler.at('spec', 'idleReplicaCount').exists
      )
        continue;
      report(
        most,
        'none',
        {
          ...{ kind: autoscaler.kind, autoscaler: autoscaler.name, rollout: rollout.name },
          ...{ count: most.number, key: String(most.key) },
        },
        { rests: [least], related: [{ at: least, message: 'the least number' }] },
      );
    }
  },
});
