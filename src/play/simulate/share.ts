import { objectKey, type Snapshot } from '../../kubernetes/objects/cluster.js';
import { podHashLabel } from '../../kubernetes/objects/keys.js';
import { type KubeObject, kinds, type Labels } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { WeightDestination } from '../../kubernetes/objects/rollout-status.js';
import { hashOf } from '../../rollouts/controllers/annotations.js';
import type { ExperimentObject, ReplicaSetObject } from '../../rollouts/controllers/context.js';
import { maxWeight } from '../../rollouts/controllers/steps.js';
import { experimentTemplates } from './experiment-status.js';

/** The share of the traffic that a version has from a moment on. */
export interface Share {
  /** Seconds since the update began. */
  readonly at: number;
  /** From 0 to 1. */
  readonly share: number;
}

/**
 * The share of the traffic of the version with a hash: the weight that is routed to its pods and to those that an Experiment runs of
 * it, without a router its share of the ready pods, in blue-green all or nothing. Copies of requests and requests with a header do not count.
 */
export function shareOf(objects: Snapshot, rollout: RolloutObject, hash: string): number {
  const { spec, status } = rollout;
  if (spec.strategy?.blueGreen) return status?.blueGreen?.activeSelector === hash ? 1 : 0;
  if (!spec.strategy?.canary?.trafficRouting) return shareOfPods(objects, rollout, hash);
  const { canary, stable, additional = [] } = status?.canary?.weights ?? {};
  // Before the first weight is set, the stable version has everything.
  if (!canary || !stable) return status?.stableRS === hash ? 1 : 0;
  const weights = [
    ...[canary, stable].filter((destination) => hashBehind(objects, rollout, destination) === hash),
    ...additional.filter((destination) => versionOf(objects, destination) === hash),
  ];
  return weights.reduce((sum, { weight }) => sum + weight, 0) / maxWeight(rollout);
}

/**
 * The hash of the pods to which a weight leads: those that the Service selects. A pass that ends in an error may have changed that
 * without a trace in the status.
 */
function hashBehind(
  objects: Snapshot,
  { metadata: { namespace } }: RolloutObject,
  { serviceName: name, podTemplateHash }: WeightDestination,
): string | undefined {
  if (name === undefined) return podTemplateHash;
  const metadata = { name, ...(namespace !== undefined && { namespace }) };
  const service: SelectingService | undefined = objects.get(
    objectKey({ apiVersion: 'v1', kind: kinds.service.kind, metadata }),
  );
  const { selector } = service?.spec ?? {};
  return selector?.[podHashLabel] ?? podTemplateHash;
}

interface SelectingService extends KubeObject {
  readonly spec?: { readonly selector?: Labels };
}

/** The hash of the version that an Experiment runs behind a Service. Its own pods have another one. */
function versionOf(objects: Snapshot, { serviceName }: WeightDestination): string | undefined {
  if (serviceName === undefined) return undefined;
  for (const object of objects.values()) {
    if (object.kind !== kinds.experiment.kind) continue;
    const experiment = object as ExperimentObject;
    const status = experiment.status?.templateStatuses?.find((one) => one.serviceName === serviceName);
    const template = status && experimentTemplates(experiment).find(({ name }) => name === status.name);
    if (template) return template.template?.metadata?.labels?.[podHashLabel];
  }
  return undefined;
}

function shareOfPods(objects: Snapshot, rollout: RolloutObject, hash: string): number {
  const { own, all } = readyPods(objects, rollout, hash);
  return all === 0 ? 0 : own / all;
}

/** How many pods are ready of the version with a hash, and of all versions of a Rollout. */
export function readyPods(
  objects: Snapshot,
  { metadata }: RolloutObject,
  hash: string | undefined,
): { readonly own: number; readonly all: number } {
  let [own, all] = [0, 0];
  for (const object of objects.values()) {
    const isOwned = object.metadata.ownerReferences?.some(({ name }) => name === metadata.name);
    if (object.kind !== kinds.replicaSet.kind || !isOwned) continue;
    const ready = (object as ReplicaSetObject).status?.readyReplicas ?? 0;
    all += ready;
    if (hashOf(object) === hash) own += ready;
  }
  return { own, all };
}
