import {
  type DoubleWorkload,
  doubleRollouts,
  doublesOfFolders,
  doubleWorkloads,
  looseDoubles,
  namesakesOfFolders,
} from '../facts/double-workloads.js';
import type { Graph } from '../../repository/graph/graph.js';
import { titled } from '../choices.js';
import { type Resource } from '../../model/resource.js';
import { folderOf } from '../../model/source.js';
import { type ProposedFix, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/pods-not-shared',
    description: 'Require no other workload to use the pod labels of a Rollout.',
    why: "Both controllers keep their own pods. Services that select these labels send requests to both, but steps, weights and analyses apply only to the Rollout's pods: the others get the new version at once.",
    consequence: 'misdirected-traffic',
    severity: 'warning',
    otherwise: {
      namesake: {
        when: 'For a Deployment of the same name in the same folder, which may be another way to deploy the service',
        consequence: 'misdirected-traffic',
        why: "If both are applied, or the Deployment still runs from before the Rollout, both keep pods. Services that select these labels send requests to both, but steps, weights and analyses apply only to the Rollout's pods.",
        severity: 'info',
      },
      loose: {
        when: 'For a workload that may be applied with the Rollout: in another folder, in a chart, or where no Service is among the files',
        consequence: 'misdirected-traffic',
        why: "If both are applied, both keep pods. Services, disruption budgets, network policies and queries that select these labels take both, but steps, weights and analyses apply only to the Rollout's pods.",
        severity: 'info',
      },
    },
    fixes: ['choice'],
    messages: {
      double:
        '{kind} "{workload}" runs pods with the same labels as Rollout "{rollout}", which is deployed with it; remove it, or set its replicas to 0 during a migration.',
      daemon:
        'DaemonSet "{workload}" runs pods with the same labels as Rollout "{rollout}", which is deployed with it; give one of them other labels.',
      rollouts:
        'Rollout "{workload}" runs pods with the same labels as Rollout "{rollout}", which is deployed with it, so Services that select these labels send requests to both; give one of them other labels.',
      namesake:
        '{kind} "{workload}" has the name and the pod labels of Rollout "{rollout}" in the same folder, so both run pods if both are applied; remove it, or set its replicas to 0.',
      loose:
        '{kind} "{workload}"{place} has the pod labels of Rollout "{rollout}", so Services that select them send requests to both if both are applied; remove it, set its replicas to 0, or give it other labels.',
      folder:
        '{kind} "{workload}" runs pods with the same labels as Rollout "{rollout}" in the same folder, so that Services send requests to both; remove one of them, or give them different labels.',
    },
    links: ['https://argo-rollouts.readthedocs.io/en/stable/migrating/#convert-deployment-to-rollout'],
  },

  check({ graph, report }) {
    const apart = new Set(doublesOfFolders(graph));
    for (const double of [...doubleWorkloads(graph), ...doubleRollouts(graph), ...apart]) {
      if (isOff(graph, double)) continue;
      const { workload, rollout } = double;
      report(
        workload.at('metadata', 'name'),
        apart.has(double) ? 'folder' : (byKind[workload.kind] ?? 'double'),
        { kind: workload.kind, workload: workload.name, rollout: rollout.name },
        { related: [{ at: rollout, message: 'runs the same pods' }], choices: () => [withoutPods(workload)] },
      );
    }
    for (const double of namesakesOfFolders(graph)) {
      if (isOff(graph, double)) continue;
      const { workload, rollout } = double;
      report(
        workload.at('metadata', 'name'),
        'namesake',
        { kind: workload.kind, workload: workload.name, rollout: rollout.name },
        {
          case: 'namesake',
          related: [{ at: rollout, message: 'runs the same pods' }],
          choices: () => [withoutPods(workload)],
        },
      );
    }
    for (const double of looseDoubles(graph)) {
      if (isOff(graph, double)) continue;
      const { workload, rollout } = double;
      const isElsewhere = folderOf(workload.source) !== folderOf(rollout.source);
      report(
        workload.at('metadata', 'name'),
        'loose',
        {
          ...{ kind: workload.kind, workload: workload.name, rollout: rollout.name },
          place: isElsewhere ? ' of another folder' : '',
        },
        {
          case: 'loose',
          related: [{ at: rollout, message: 'runs the same pods' }],
          choices: () => [withoutPods(workload)],
        },
      );
    }
  },
});

const byKind: Readonly<Record<string, 'daemon' | 'rollouts'>> = { DaemonSet: 'daemon', Rollout: 'rollouts' };

/** A workload without pods, if it has a number of them. */
function withoutPods(workload: Resource): ProposedFix | undefined {
  if (workload.kind === 'DaemonSet' || workload.kind === 'Rollout') return undefined;
  const field = workload.at('spec', 'replicas');
  return titled(`Set the replicas of ${workload.kind} "${workload.name}" to 0.`, { field, value: 0 });
}

/** Whether one of the two runs no pods, or may run none. */
function isOff(graph: Graph, { workload, rollout }: DoubleWorkload): boolean {
  const replicas = workload.at('spec', 'replicas');
  return (
    [workload, rollout].some((one) => one.at('spec', 'replicas').number === 0) ||
    graph.isPatched(workload, replicas.path)
  );
}
