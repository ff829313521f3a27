import {
  type DoubleWorkload,
  doubleRollouts,
  doublesOfFolders,
  doubleWorkloads,
  looseDoubles,
  namesakesOfFolders,
} from '../facts/double-workloads.js';
import { looseRollouts, twinDeployments } from '../facts/twin-workloads.js';
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
      twin: {
        when: 'For a Deployment with the name and the image of the Rollout, and other labels, that is deployed with it',
        consequence: 'misdirected-traffic',
        why: 'Both keep pods of the same program. A Service selects those of one of them: if it is the Deployment, users get each new version at once, and if it is the Rollout, the pods of the Deployment serve nothing.',
        severity: 'warning',
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
      twin: 'Deployment "{workload}" is deployed with Rollout "{rollout}" under the same name and with the same image, and runs pods of its own with other labels, to which steps and analyses do not apply; remove it, or set its replicas to 0 during a migration.',
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
    for (const { double, id, way } of pairsIn(graph)) {
      if (isOff(graph, double)) continue;
      const { workload, rollout } = double;
      const isElsewhere = folderOf(workload.source) !== folderOf(rollout.source);
      report(
        workload.at('metadata', 'name'),
        id,
        {
          ...{ kind: workload.kind, workload: workload.name, rollout: rollout.name },
          place: isElsewhere ? ' of another folder' : '',
        },
        {
          case: way,
          related: [{ at: rollout, message: `runs the same ${way === 'twin' ? 'program' : 'pods'}` }],
          choices: () => [withoutPods(workload)],
        },
      );
    }
  },
});

interface Found {
  readonly double: DoubleWorkload;
  readonly id: 'double' | 'daemon' | 'rollouts' | 'folder' | 'namesake' | 'twin' | 'loose';
  readonly way?: 'namesake' | 'twin' | 'loose';
}

function pairsIn(graph: Graph): readonly Found[] {
  const certain = [...doubleWorkloads(graph), ...doubleRollouts(graph)];
  const loose = [...looseDoubles(graph), ...looseRollouts(graph)];
  return [
    ...certain.map((double): Found => ({ double, id: byKind[double.workload.kind] ?? 'double' })),
    ...doublesOfFolders(graph).map((double): Found => ({ double, id: 'folder' })),
    ...namesakesOfFolders(graph).map((double): Found => ({ double, id: 'namesake', way: 'namesake' })),
    ...twinDeployments(graph).map((double): Found => ({ double, id: 'twin', way: 'twin' })),
    ...loose.map((double): Found => ({ double, id: 'loose', way: 'loose' })),
  ];
}

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
