import { autoscalerKinds, scaleTarget } from '../../kubernetes/kinds/autoscaler.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { byFixedOrder } from '../../model/fixed-order.js';
import type { Resource } from '../../model/resource.js';
import { unitsOf } from '../facts/units.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'k8s/one-autoscaler',
    description: 'Require a Rollout to be scaled by one autoscaler.',
    why: 'Where several HorizontalPodAutoscalers find the same pods, each of them stops (ScalingActive False, AmbiguousSelector), and the number of pods no longer follows the load.',
    consequence: 'wrong-pods',
    severity: 'error',
    otherwise: {
      scaledObject: {
        when: 'If one of them is a ScaledObject',
        consequence: 'wrong-pods',
        why: 'A ScaledObject creates a HorizontalPodAutoscaler, too, unless it is paused. Where several find the same pods, each of them stops, and the number of pods no longer follows the load.',
        severity: 'warning',
      },
    },
    messages: {
      second:
        '{kind} "{autoscaler}" scales Rollout "{rollout}", and so does {firstKind} "{first}", so that neither of them scales it; put the metrics of both into one.',
    },
    links: [
      'https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/controller/podautoscaler/horizontal.go',
      'https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/',
    ],
  },

  *check({ graph, report }) {
    if (!graph.hasRollouts) return;
    const firsts = new Map<Resource, Resource[]>();
    for (const autoscaler of graph.ofKinds(autoscalerKinds).toSorted(byFixedOrder)) {
      yield autoscaler;
      const reference = scaleTarget(autoscaler);
      const rollout = reference && graph.find(reference);
      if (!rollout || !isRollout(rollout)) continue;
      const known = firsts.get(rollout) ?? [];
      firsts.set(rollout, [...known, autoscaler]);
      // Files of one folder may be two ways to scale it.
      const units = new Set(unitsOf(graph, autoscaler));
      const first = known.find(
        (one) => !isCopy(one, autoscaler) && unitsOf(graph, one).some((unit) => units.has(unit)),
      );
      if (!first) continue;
      report(
        reference.from,
        'second',
        {
          kind: autoscaler.kind,
          autoscaler: autoscaler.name,
          rollout: rollout.name,
          firstKind: first.kind,
          first: first.name,
        },
        {
          related: [{ at: first, message: 'the other one' }],
          case: [autoscaler, first].some(({ kind }) => kind === 'ScaledObject') ? 'scaledObject' : undefined,
        },
      );
    }
  },
});

/** Whether two manifests are of one object, such as one for each environment. */
function isCopy(left: Resource, right: Resource): boolean {
  return left.kind === right.kind && left.group === right.group && left.name === right.name;
}
