import { argoOf } from '../facts/argocd/moments.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { autoscalerKinds, scaleTarget } from '../../kubernetes/kinds/autoscaler.js';
import type { Resource } from '../../model/resource.js';
import { isSettled } from '../../play/drift/settled.js';
import { scaledRollouts } from '../facts/scaled-rollouts.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/replicas-left-to-autoscaler',
    description: 'Require a workload with an autoscaler to leave spec.replicas out of Git.',
    why: 'Every sync resets the replica count under load until the autoscaler corrects it; with self-heal the two keep overwriting each other. The sync that first leaves the field out removes it from the live object, too, if the last one applied it: then 1 pod runs until the autoscaler acts.',
    consequence: 'overwritten',
    severity: 'warning',
    otherwise: {
      off: {
        when: 'If Git sets replicas to 0',
        consequence: 'wrong-pods',
        why: 'A HorizontalPodAutoscaler does nothing while its target has 0 replicas: its condition ScalingActive is False with the reason ScalingDisabled. No pod runs, and after a person has scaled the workload the next sync may stop its pods again.',
      },
    },
    messages: {
      off: '{workload} "{name}" sets replicas to 0, which turns {kind} "{autoscaler}" off, so no pod runs; remove replicas, or set it to at least 1.',
      few: '{workload} "{name}" sets replicas to {replicas}, but {kind} "{autoscaler}" scales it; remove replicas{where}.',
      authored:
        '{workload} "{name}" sets replicas to {replicas}, but {kind} "{autoscaler}" scales it; remove replicas from its last-applied configuration, once, with "kubectl apply edit-last-applied", and then {from}.',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/best_practices/#leaving-room-for-imperativeness',
      'https://argo-rollouts.readthedocs.io/en/stable/features/hpa-support/',
      'https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/#migrating-deployments-and-statefulsets-to-horizontal-autoscaling',
      'https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/#implicit-maintenance-mode-deactivation',
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
        const overlay = scalingOverlay(graph, autoscaler, workload);
        const isOff = replicas.number === 0 && startsFromNone(autoscaler) === false;
        report(
          replicas,
          isOff ? 'off' : replicas.number > 1 ? 'authored' : 'few',
          {
            workload: workload.kind,
            name: workload.name,
            replicas: replicas.number,
            kind,
            autoscaler: autoscaler.name,
            where: overlay === undefined ? '' : ` ${inOverlay(overlay)}`,
            from: overlay === undefined ? 'from Git' : inOverlay(overlay),
          },
          {
            case: isOff ? 'off' : undefined,
            related: [{ at: reference.from, message: `scales this ${workload.kind}` }],
            // Its author has to take care of the last-applied configuration first: without that, 1 pod runs once.
            fix: () => (overlay === undefined ? removalOf(replicas, 'unsafe') : undefined),
          },
        );
      }
  },
});

/** Where to remove replicas that other overlays need, because no autoscaler scales what they build. */
function inOverlay(name: string): string {
  return `by a patch in ${name}, because what other kustomizations build of it has no autoscaler`;
}

/** The kustomization that adds an autoscaler to a workload of a base, if others build the workload without one. */
function scalingOverlay(graph: Graph, autoscaler: Resource, workload: Resource): string | undefined {
  const leavesOf = (resource: Resource): readonly (Resource | undefined)[] =>
    graph.placements(resource).map(({ leaf }) => leaf?.resource);
  const own = leavesOf(autoscaler);
  const [overlay, another] = own;
  if (!overlay || another) return undefined;
  const scaled = scaledRollouts(graph);
  const isLone = scaled.get(workload) === autoscaler;
  const isBuiltUnscaled =
    leavesOf(workload).some((leaf) => leaf && !own.includes(leaf)) ||
    graph
      .ofKind(workload.kind, workload.group)
      .some((other) => other !== workload && graph.areOneInGit(other, workload) && !scaled.has(other));
  return isLone && isBuiltUnscaled ? overlay.source.name : undefined;
}

/**
 * Whether an autoscaler adds pods where there are none; undefined if the number is unknown.
 * https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/controller/podautoscaler/horizontal.go (reconcileAutoscaler)
 */
function startsFromNone(autoscaler: Resource): boolean | undefined {
  if (autoscaler.kind !== 'HorizontalPodAutoscaler') return true;
  const least = autoscaler.at('spec', 'minReplicas');
  if (!least.exists) return false;
  return least.number === undefined ? undefined : least.number === 0;
}

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
