import { autoscalerKinds, scaleTarget, utilizationMetrics } from '../../kubernetes/kinds/autoscaler.js';
import { canary, isRollout } from '../../kubernetes/kinds/rollout.js';
import { podLabels, podTemplate } from '../../kubernetes/kinds/workload.js';
import { byFixedOrder } from '../../model/fixed-order.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isEarlierWay } from '../facts/earlier-way.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'k8s/autoscaler-counts-own-pods',
    description: 'Require the selector of a Rollout that an autoscaler scales to match only its own pods.',
    why: 'An autoscaler asks for pods by the selector of its target, not by their owner. It averages over all of them and multiplies by their number, so the Rollout gets replicas for the pods of the other workload, too.',
    consequence: 'wrong-pods',
    severity: 'warning',
    yieldsTo: ['k8s/autoscaler-finds-requests'],
    messages: {
      counted:
        '{kind} "{autoscaler}" counts all pods that the selector of Rollout "{rollout}" matches, also those of {otherKind} "{other}"; give these pods other labels, or select by a label that only the Rollout has.',
    },
    links: [
      'https://kubernetes.io/docs/concepts/workloads/autoscaling/horizontal-pod-autoscale/#algorithm-details',
      'https://github.com/kubernetes/kubernetes/blob/v1.34.0/pkg/controller/podautoscaler/replica_calculator.go',
    ],
  },

  *check({ graph, report }) {
    for (const { kind, group } of autoscalerKinds)
      for (const autoscaler of graph.ofKind(kind, group)) {
        yield autoscaler;
        const reference = scaleTarget(autoscaler);
        const rollout = reference && graph.find(reference);
        const [first] = utilizationMetrics(autoscaler);
        if (!rollout || !isRollout(rollout) || !first) continue;
        const selector = rollout.at('spec', 'selector');
        // That of a blue-green Rollout has the hash of a revision.
        if (!canary(rollout).exists || selector.at('matchExpressions').exists) continue;
        const other = [...graph.companionWorkloads(rollout, selector.at('matchLabels').strings)]
          .sort(byFixedOrder)
          .find((one) => keepsOthers(graph, one, rollout));
        const template = other && podTemplate(other);
        if (!template) continue;
        report(
          first.metric,
          'counted',
          {
            ...{ kind, autoscaler: autoscaler.name, rollout: rollout.name },
            ...{ otherKind: other.kind, other: other.name },
          },
          {
            rests: [
              selector,
              podLabels(template),
              other.at('spec', 'replicas'),
              other.at('spec', 'selector'),
            ],
            related: [{ at: podLabels(template), message: 'these pods are counted, too' }],
            unless: { 'k8s/autoscaler-finds-requests': [first.metric] },
          },
        );
      }
  },
});

/** Kinds that keep a number of pods running; pods of Jobs end and are not counted then. */
const keepingKinds: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'Rollout']);

/** Whether a workload keeps pods of its own; one that selects those of a Rollout is an earlier way to deploy them. */
function keepsOthers(graph: Graph, workload: Resource, rollout: Resource): boolean {
  return (
    workload !== rollout &&
    keepingKinds.has(workload.kind) &&
    workload.at('spec', 'replicas').number !== 0 &&
    graph.namespace(workload) === graph.namespace(rollout) &&
    Object.keys(workload.at('spec', 'selector', 'matchLabels').strings).length > 0 &&
    !isEarlierWay(graph, workload, rollout)
  );
}
