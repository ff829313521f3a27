import { autoscalerKinds, scaleTarget } from '../../kubernetes/kinds/autoscaler.js';
import { workloadRef } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { scaledRollouts } from '../facts/scaled-rollouts.js';
import { setTo } from '../fixes.js';
import { type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'k8s/autoscaled-start',
    description:
      'Require a Rollout that takes over the pods of a Deployment to start with as many, even if an autoscaler scales it.',
    why: 'A Rollout without replicas starts one pod. The autoscaler adds pods only later, but the controller already scales the Deployment down, so one pod serves all requests.',
    consequence: 'wrong-pods',
    severity: 'warning',
    otherwise: {
      alone: {
        when: 'Without an autoscaler',
        consequence: 'wrong-pods',
        severity: 'info',
        why: 'The controller takes the pod template of the Deployment, and not its replicas: the Rollout runs one pod until something scales it, and an update replaces that one.',
      },
    },
    messages: {
      few: 'Rollout "{rollout}" has no replicas, so it starts with 1 pod, while Deployment "{workload}", whose template it takes, has {count}; set replicas to {count}.',
      one: 'Rollout "{rollout}" has no replicas, so it starts with 1 pod and then scales Deployment "{workload}" down ({scaleDown}), before {kind} "{autoscaler}" adds others; set replicas{least} for the migration.',
    },
    fixes: ['unsafe'],
    links: [
      'https://github.com/argoproj/argo-rollouts/issues/4110',
      'https://argo-rollouts.readthedocs.io/en/stable/migrating/#reference-deployment-from-rollout',
    ],
  },

  *check({ graph, report }) {
    const taking = new Map<Resource, Field>();
    for (const rollout of graph.rollouts) {
      yield rollout;
      reportFew(graph, rollout, report);
      const scaleDown = rollout.at('spec', 'workloadRef', 'scaleDown');
      const isTaking = scaleDown.text === 'onsuccess' || scaleDown.text === 'progressively';
      if (
        isTaking &&
        workloadRef(rollout)?.to.kind === 'Deployment' &&
        !rollout.at('spec', 'replicas').exists
      )
        taking.set(rollout, scaleDown.lasting);
    }
    if (taking.size === 0) return;
    for (const { kind, group } of autoscalerKinds)
      for (const autoscaler of graph.ofKind(kind, group)) {
        yield autoscaler;
        const reference = scaleTarget(autoscaler);
        const rollout = reference && graph.find(reference);
        const scaleDown = rollout && taking.get(rollout);
        const workload = rollout && workloadRef(rollout);
        if (!scaleDown || !workload || !isRunning(graph.find(workload))) continue;
        const least = autoscaler.at('spec', kind === 'ScaledObject' ? 'minReplicaCount' : 'minReplicas');
        report(
          workload.from,
          'one',
          {
            rollout: rollout.name,
            workload: workload.to.name,
            scaleDown: scaleDown.text ?? '',
            kind,
            autoscaler: autoscaler.name,
            least: (least.number ?? 0) > 1 ? ` to ${least.number}` : '',
          },
          {
            rests: [rollout.at('spec', 'replicas'), scaleDown],
            fix: () =>
              (least.number ?? 0) > 1
                ? setTo(rollout.at('spec', 'replicas'), least.number, 'unsafe')
                : undefined,
            related: [{ at: reference.from, message: 'scales the Rollout' }],
          },
        );
      }
  },
});

/** Reports a Rollout without replicas that takes the template of a Deployment with several, if nothing here scales it. */
function reportFew(graph: Graph, rollout: Resource, report: RuleContext<'few', 'alone'>['report']): void {
  const reference = workloadRef(rollout);
  const replicas = rollout.at('spec', 'replicas');
  if (reference?.to.kind !== 'Deployment' || replicas.exists || scaledRollouts(graph).has(rollout)) return;
  const workload = graph.find(reference);
  const given = workload?.at('spec', 'replicas');
  const count = given?.number ?? 0;
  if (!given || count <= 1) return;
  report(
    reference.from,
    'few',
    { rollout: rollout.name, workload: reference.to.name, count },
    {
      case: 'alone',
      rests: [replicas, given],
      fix: () => setTo(replicas, count, 'unsafe'),
      related: [{ at: given, message: 'the replicas of the Deployment' }],
    },
  );
}

/** Whether a Deployment may still have pods that the Rollout replaces. */
function isRunning(deployment: Resource | undefined): boolean {
  return deployment !== undefined && deployment.at('spec', 'replicas').number !== 0;
}
