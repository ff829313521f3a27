import type { Graph } from '../../repository/graph/graph.js';
import { scaleTarget } from '../../kubernetes/kinds/autoscaler.js';
import { canaryManifests } from '../../constructs/manifests/canary.js';
import type { Manifest } from '../../constructs/manifests/manifest.js';
import type { CanaryProps } from '../../constructs/manifests/props.js';
import type { Write } from '../../model/fix.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { Refusal } from './refusal.js';
import { whereOf, type StepDraft } from './step.js';
import { migratedSteps, targetObjects } from './routed.js';
import type { MigrationRouter, Workload } from './workload.js';

/**
 * Adds the Rollout beside the Deployment, whose pod template it references. Without a router the controller only creates pods, which
 * the Service selects as it does those of the Deployment. `scaleDown: never`, because Git sets the replicas of the Deployment and each
 * sync would undo a scale-down by the controller.
 */
export function besideStep(graph: Graph, workload: Workload, router: MigrationRouter): StepDraft {
  const { deployment } = workload;
  checkDeployment(deployment);
  const { name, namespace } = deployment;
  const spec = deployment.at('spec');
  const labels = spec.at('selector', 'matchLabels').strings;
  const autoscalers = autoscalersOf(graph, deployment);
  const surge = Object.fromEntries(
    ['maxSurge', 'maxUnavailable'].flatMap((key) => {
      const value: unknown = spec.at('strategy', 'rollingUpdate', key).value;
      return value === undefined ? [] : [[key, value]];
    }),
  );
  const props: CanaryProps = {
    pod: { workloadRef: { name, labels, scaleDown: 'never' } },
    traffic: { router: 'none', service: false },
    canary: surge,
    steps: migratedSteps,
  };
  const { strings: own } = deployment.at('metadata', 'labels');
  const context = { namespace, ...(Object.keys(own).length > 0 && { labels: own }) };
  const isScaled = autoscalers.length > 0;
  const { rollout } = canaryManifests(name, props, context, { hasAutoscaler: isScaled });
  // Where an overlay alone has the autoscaler, the others need the number, as they do of the Deployment.
  const isAlwaysScaled =
    isScaled && !(spec.at('replicas').exists && isUnscaledSomewhere(graph, deployment, autoscalers));
  const where = whereOf(graph, deployment);
  return {
    id: 'beside',
    title: 'the Rollout beside the Deployment',
    writes: autoscalers.flatMap((target) => retargeted(target, rollout)),
    objects: [
      { beside: deployment, file: 'rollout.yaml', value: withCounts(rollout, spec, isAlwaysScaled) },
      // The Rollout has the same selector as the Deployment.
      ...(router === 'none' ? [] : targetObjects(graph, workload, deployment, router)),
    ],
    look: [
      `kubectl argo rollouts get rollout ${name}${where}: Healthy, with as many ready pods as the Deployment has.`,
      'Requests are answered by the pods of both, of one version. Do not change the image before the last step.',
      ...(isAlwaysScaled ? [startedByAutoscaler(name, autoscalers)] : []),
      ...(isScaled && !isAlwaysScaled ? [leftToAutoscalers(name)] : []),
    ],
  };
}

/**
 * How a Rollout without replicas gets as many pods as the Deployment has. Both have the labels by which the autoscaler counts, so it asks
 * for what both need together, but changes nothing within its tolerance of 10 %, as with 3 pods beside 40.
 * https://github.com/kubernetes/kubernetes/blob/v1.31.0/pkg/controller/podautoscaler/replica_calculator.go (GetResourceReplicas)
 */
function startedByAutoscaler(name: string, autoscalers: readonly Field[]): string {
  const isKeda = autoscalers.some(({ resource }) => resource.kind === 'ScaledObject');
  const field = isKeda ? 'minReplicaCount' : 'minReplicas';
  return `Rollout "${name}" starts with 1 pod, and its autoscaler takes it to ${field}; beyond that the autoscaler counts the pods of both and changes nothing within 10 % of its target. If the Deployment has more pods than ${field}, set it to their number with this step, and back after the last one.`;
}

/** What to do where an overlay alone has an autoscaler, once the Rollout has all pods; impact says the same of that commit. */
function leftToAutoscalers(name: string): string {
  return `Git sets the replicas of Rollout "${name}" as it did those of the Deployment, because some overlays have no autoscaler. In the others, each sync resets what the autoscaler has set. After the last step, remove replicas there from the last-applied configuration of the Rollout, once, with "kubectl apply edit-last-applied", and then by a patch in the overlay.`;
}

/** The Rollout with the counts of the Deployment, such as replicas, in the form that the template has them. */
function withCounts(rollout: Manifest, spec: Field, isScaled: boolean): Manifest {
  const counts = ['replicas', 'revisionHistoryLimit', 'minReadySeconds', 'progressDeadlineSeconds'].flatMap(
    (key) => {
      const value: unknown = spec.at(key).value ?? (key === 'replicas' ? 1 : undefined);
      return value === undefined || (isScaled && key === 'replicas') ? [] : [[key, value]];
    },
  );
  const rest = Object.entries(rollout['spec'] as object).filter(([key]) => key !== 'replicas');
  return { ...rollout, spec: Object.fromEntries([...counts, ...rest]) };
}

function checkDeployment(deployment: Resource): void {
  const { name } = deployment;
  const spec = deployment.at('spec');
  if (spec.at('strategy', 'type').text === 'Recreate')
    throw new Refusal(
      `Deployment "${name}" has the strategy Recreate, so its pods may not run beside each other, and a canary would; keep the Deployment.`,
    );
  if (spec.at('paused').boolean === true)
    throw new Refusal(
      `Deployment "${name}" is paused, so its pods may be of another version; resume it first.`,
    );
  if (
    Object.keys(spec.at('selector', 'matchLabels').strings).length === 0 ||
    spec.at('selector', 'matchExpressions').exists
  )
    throw new Refusal(
      `The selector of Deployment "${name}" is not a list of labels alone, which a Service and a subset need.`,
    );
  if (spec.at('replicas').number === 0)
    throw new Refusal(
      `Deployment "${name}" has no replicas, so there are no pods to take over; use: rolloutkit new ${name}`,
    );
}

/** The target fields of the autoscalers of a Deployment, which must scale the Rollout from now on. */
export function autoscalersOf(graph: Graph, deployment: Resource): readonly Field[] {
  return ['HorizontalPodAutoscaler', 'ScaledObject']
    .flatMap((kind) => graph.ofKind(kind))
    .flatMap((autoscaler) => {
      const target = scaleTarget(autoscaler);
      const isIts = target?.to.kind === 'Deployment' && graph.find(target) === deployment;
      return isIts ? [autoscaler.at('spec', 'scaleTargetRef')] : [];
    });
}

/** Whether an overlay deploys the Deployment without any of its autoscalers. */
function isUnscaledSomewhere(graph: Graph, deployment: Resource, autoscalers: readonly Field[]): boolean {
  const leavesOf = (resource: Resource): readonly (Resource | undefined)[] =>
    graph.placements(resource).map(({ leaf }) => leaf?.resource);
  const scaled = new Set(autoscalers.flatMap(({ resource }) => leavesOf(resource)));
  return leavesOf(deployment).some((leaf) => leaf !== undefined && !scaled.has(leaf));
}

export function retargeted(
  { resource, path }: Field,
  rollout: { apiVersion: string; kind: string },
): readonly Write[] {
  return [
    { resource, path: [...path, 'apiVersion'], value: rollout.apiVersion },
    { resource, path: [...path, 'kind'], value: rollout.kind },
  ];
}
