import type { Graph } from '../../repository/graph/graph.js';
import { Refusal } from './refusal.js';
import { whereOf, type StepDraft } from './step.js';
import type { Workload } from './workload.js';

/** Scales the Deployment to zero; it stays for its pod template. */
export function emptiedStep(graph: Graph, { deployment }: Workload): StepDraft {
  const { name } = deployment;
  const path = ['spec', 'replicas'];
  if (graph.isPatched(deployment, path))
    throw new Refusal(
      `The replicas of Deployment "${name}" are set in an overlay as well; set them to 0 in each overlay, and those of the Rollout to what they were.`,
    );
  const where = whereOf(graph, deployment);
  return {
    id: 'emptied',
    title: 'the Deployment without pods',
    writes: [{ resource: deployment, path, value: 0 }],
    objects: [],
    look: [
      `kubectl get deployment ${name}${where}: 0/0, and no errors among the requests.`,
      `From now on an update is a change of the Deployment's pod template, and the Rollout takes it through its steps.`,
    ],
  };
}
