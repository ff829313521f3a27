import {
  autoscalerKinds,
  scaleTarget,
  type UtilizationMetric,
  utilizationMetrics,
} from '../../kubernetes/kinds/autoscaler.js';
import { canary, isRollout } from '../../kubernetes/kinds/rollout.js';
import { podLabels, podTemplate, runningContainers } from '../../kubernetes/kinds/workload.js';
import { byFixedOrder } from '../../model/fixed-order.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isEarlierWay } from '../facts/earlier-way.js';
import { allOf, quoted } from '../facts/words.js';
import { type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'k8s/autoscaler-finds-requests',
    description:
      'Require the containers of a Rollout to request the resources by whose utilization an autoscaler scales it.',
    why: 'A utilization is a share of what the containers request. If one of them requests nothing, the autoscaler reports FailedGetResourceMetric and does not scale by this metric: not up, and with other metrics not down either.',
    consequence: 'wrong-pods',
    severity: 'warning',
    messages: {
      missing:
        '{kind} "{autoscaler}" scales Rollout "{rollout}" by the utilization of {resource}, but {containers} requests no {resource}, so that it has no value; add resources.requests.{resource}.',
      others:
        '{kind} "{autoscaler}" measures all pods that the selector of Rollout "{rollout}" matches, also those of {otherKind} "{other}", whose {containers} requests no {resource}, so that the utilization has no value; give these pods other labels, or add resources.requests.{resource}.',
    },
    links: [
      'https://kubernetes.io/docs/concepts/workloads/autoscaling/horizontal-pod-autoscale/#algorithm-details',
      'https://github.com/kubernetes/kubernetes/blob/v1.34.0/pkg/controller/podautoscaler/replica_calculator.go',
      'https://keda.sh/docs/latest/scalers/cpu/',
    ],
  },

  *check({ graph, report }) {
    for (const { kind, group } of autoscalerKinds)
      for (const autoscaler of graph.ofKind(kind, group)) {
        yield autoscaler;
        const reference = scaleTarget(autoscaler);
        const rollout = reference && graph.find(reference);
        if (!rollout || !isRollout(rollout)) continue;
        const template = graph.podTemplate(rollout);
        if (!template?.exists || mayGetRequests(graph, rollout)) continue;
        for (const { metric, resource, container } of utilizationMetrics(autoscaler)) {
          const measured = runningContainers(template).filter(
            (one) => container === undefined || one.at('name').text === container,
          );
          const without = measured.filter((one) => !requests(one, resource));
          const names = without.map((one) => one.at('name').text ?? '');
          if (without.length === 0) reportOthers({ metric, resource, container }, rollout, { graph, report });
          if (without.length === 0 || isPlaceholder(names.join(' '))) continue;
          if (template.at('spec', 'resources').exists) continue;
          report(
            metric,
            'missing',
            {
              kind,
              autoscaler: autoscaler.name,
              rollout: rollout.name,
              resource,
              containers: `container ${allOf(quoted(names))}`,
            },
            {
              rests: [metric, ...without.map((one) => one.at('resources'))],
              complete: [template.at('spec', 'containers')],
              related: without.map((one) => ({ at: one, message: `requests no ${resource}` })),
            },
          );
        }
      }
  },
});

/**
 * Reports another workload whose pods the selector of a Rollout matches: an autoscaler asks for pods by that selector, not by their
 * owner. That of a blue-green Rollout has the hash of a revision.
 */
function reportOthers(
  { metric, resource, container }: UtilizationMetric,
  rollout: Resource,
  { graph, report }: Pick<RuleContext<'missing' | 'others'>, 'graph' | 'report'>,
): void {
  const selector = rollout.at('spec', 'selector');
  if (!canary(rollout).exists || selector.at('matchExpressions').exists) return;
  for (const other of [...graph.companionWorkloads(rollout, selector.at('matchLabels').strings)].sort(
    byFixedOrder,
  )) {
    const its = podTemplate(other);
    const isOff = other.at('spec', 'replicas').number === 0 || other.at('spec', 'suspend').boolean === true;
    if (!its || isRollout(other) || isEarlierWay(graph, other, rollout) || isOff || other.kind === 'Pod')
      continue;
    if (graph.namespace(other) !== graph.namespace(rollout) || its.at('spec', 'resources').exists) continue;
    const without = runningContainers(its).filter(
      (one) => (container === undefined || one.at('name').text === container) && !requests(one, resource),
    );
    const names = without.map((one) => one.at('name').text ?? '');
    if (without.length === 0 || isPlaceholder(names.join(' '))) continue;
    report(
      metric,
      'others',
      {
        ...{ kind: metric.resource.kind, autoscaler: metric.resource.name, rollout: rollout.name, resource },
        ...{ otherKind: other.kind, other: other.name, containers: `container ${allOf(quoted(names))}` },
      },
      {
        rests: [selector, podLabels(its), ...without.map((one) => one.at('resources'))],
        complete: [its.at('spec', 'containers')],
        related: without.map((one) => ({ at: one, message: `requests no ${resource}` })),
      },
    );
    return;
  }
}

/** Objects that give requests to pods of their namespace. */
const givers = [
  { group: '', kind: 'LimitRange' },
  { group: 'autoscaling.k8s.io', kind: 'VerticalPodAutoscaler' },
] as const;

function mayGetRequests(graph: Graph, rollout: Resource): boolean {
  const own = graph.namespace(rollout);
  return givers.some(({ kind, group }) =>
    graph.ofKind(kind, group).some((giver) => {
      const its = graph.namespace(giver);
      return own === undefined || its === undefined || own === its;
    }),
  );
}

/** Whether a container requests a resource: a limit without a request is one, too. */
function requests(container: Field, resource: string): boolean {
  return ['requests', 'limits'].some((key) => container.at('resources', key, resource).exists);
}
