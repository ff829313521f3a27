import type { Graph } from '../../repository/graph/graph.js';
import { emptying } from './overlay-counts.js';
import { whereOf, type StepDraft } from './step.js';
import type { Workload } from './workload.js';

/** Scales the Deployment to zero; it stays for its pod template. */
export function emptiedStep(graph: Graph, { deployment, rollout }: Workload): StepDraft {
  const { name } = deployment;
  const overlays = emptying(graph, deployment, rollout);
  const where = whereOf(graph, deployment);
  return {
    id: 'emptied',
    title: 'the Deployment without pods',
    writes: [{ resource: deployment, path: ['spec', 'replicas'], value: 0 }, ...overlays.writes],
    texts: overlays.texts,
    objects: [],
    look: [
      `kubectl get deployment ${name}${where}: 0/0, and no errors among the requests.`,
      `From now on an update is a change of the Deployment's pod template, and the Rollout takes it through its steps.`,
    ],
  };
}
