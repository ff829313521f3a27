import type { Graph } from '../../repository/graph/graph.js';
import { canary, serviceField, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import { Refusal } from './refusal.js';
import { type StepDraft, whereOf } from './step.js';
import type { Workload } from './workload.js';

/** Removes the Services from a canary without a router, so that weights mean pods; undefined if it names none. */
export function leftServicesStep(
  graph: Graph,
  { service }: Workload,
  rollout: Resource,
): StepDraft | undefined {
  const stable = serviceField(rollout, 'stable').text;
  if (trafficRouting(rollout).exists || stable === undefined || service?.name !== stable) return undefined;
  return leftStep(graph, rollout, stable);
}

/** Removes the Services from the Rollout once nothing routes to them. */
export function leftStep(graph: Graph, rollout: Resource, stable: string): StepDraft {
  const other = serviceField(rollout, 'canary').text;
  if (canary(rollout).at('pingPong').exists)
    throw new Refusal(`Rollout "${rollout.name}" has pingPong, which needs its Services.`);
  return {
    id: 'left',
    title: 'the Rollout leaves its Services',
    writes: (['stable', 'canary'] as const)
      .map((role) => serviceField(rollout, role))
      .filter(({ exists }) => exists)
      .map(({ path }) => ({ resource: rollout, path, value: undefined })),
    objects: [],
    look: [
      `kubectl get service ${stable}${whereOf(graph, rollout)} -o jsonpath={.spec.selector}: no rollouts-pod-template-hash, because with it the Service leads to the pods of one version. The controller takes it out as soon as the Rollout names the Service no more.`,
      ...(other === undefined
        ? []
        : [
            `Nothing of the Rollout uses Service "${other}" any more, and it selects all pods, too; delete it if nothing else does.`,
          ]),
    ],
  };
}
