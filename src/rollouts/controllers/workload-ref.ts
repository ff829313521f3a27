import type { Cluster } from '../../kubernetes/objects/cluster.js';
import { ControllerError } from '../../kubernetes/objects/controller-error.js';
import {
  revisionAnnotation,
  withoutKey,
  workloadGenerationAnnotation,
} from '../../kubernetes/objects/keys.js';
import { groupOf, kinds, type KubeObject, type ObjectKind } from '../../kubernetes/objects/object.js';
import type {
  LabelSelector,
  PodTemplate,
  RolloutObject,
  WorkloadRef,
} from '../../kubernetes/objects/rollout-object.js';
import { isAtLeast, type RolloutsVersion } from '../../kubernetes/objects/version.js';
import type { ReplicaSetObject } from './context.js';
import { writeValidated } from '../../kubernetes/validation/write.js';

/** An object that a Rollout can take its template from. */
interface Workload extends KubeObject {
  readonly spec?: {
    readonly replicas?: number;
    readonly template?: PodTemplate;
    readonly selector?: LabelSelector;
  };
  /** For a PodTemplate, which has no `spec`. */
  readonly template?: PodTemplate;
}

const workloadKinds: Readonly<Record<string, { readonly apiVersion: string; readonly plural: string }>> = {
  'apps/Deployment': { apiVersion: 'apps/v1', plural: 'deployments.apps' },
  'apps/ReplicaSet': { apiVersion: 'apps/v1', plural: 'replicasets.apps' },
  '/PodTemplate': { apiVersion: 'v1', plural: 'podtemplates' },
};

export type Resolution =
  | { readonly rollout: RolloutObject; readonly problem?: undefined }
  /** `problem` is upstream's message; it makes the Rollout `InvalidSpec`. */
  | { readonly rollout: RolloutObject; readonly problem: string };

/**
 * A Rollout as a pass sees it: with the template and selector of its workloadRef, and the generation of the workload as an
 * annotation. As the watch on workloads does, this writes the annotation into the cluster; template and selector are never
 * written. Without workloadRef the result lacks the annotation, and the next update of the whole Rollout removes it from the
 * cluster. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/templateref.go
 */
export function resolveWorkloadRef(cluster: Cluster, rollout: RolloutObject): Resolution {
  const { workloadRef, template } = rollout.spec;
  if (!workloadRef) return { rollout: withoutGeneration(rollout) };
  // Upstream treats a template without labels and annotations as absent.
  const { labels, annotations } = template?.metadata ?? {};
  if (Object.keys({ ...labels, ...annotations }).length > 0)
    return { rollout, problem: 'template must be empty for workload reference rollout' };

  const found = findWorkload(cluster, rollout, workloadRef);
  if (typeof found === 'string') return { rollout, problem: found };

  const generation = String(found.metadata.generation ?? 1);
  const resolved = withGeneration(rollout, generation);
  const live = cluster.get<RolloutObject>(kinds.rollout, rollout.metadata.namespace, rollout.metadata.name);
  if (live) cluster.put(withGeneration(live, generation));

  const podTemplate = found.kind === 'PodTemplate' ? found.template : found.spec?.template;
  const selector = rollout.spec.selector ?? found.spec?.selector;
  return {
    rollout: {
      ...resolved,
      spec: {
        ...resolved.spec,
        ...(podTemplate && { template: podTemplate }),
        ...(selector && { selector }),
      },
    },
  };
}

/**
 * The generation of the workload in the status; empty without workloadRef.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (persistRolloutStatus)
 */
export function workloadObservedGeneration({ metadata, spec }: RolloutObject): string {
  return spec.workloadRef ? (metadata.annotations?.[workloadGenerationAnnotation] ?? '') : '';
}

/**
 * With `scaleDown: progressively` the Deployment is scaled down as pods of the first revision become ready; from 1.9 it stays
 * at zero once the Rollout is healthy. If the Deployment is missing, upstream records the error and the pass ends.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/replicaset.go (reconcileNewReplicaSet)
 */
export function scaleWorkloadProgressively(
  cluster: Cluster,
  rollout: RolloutObject,
  { newRS, wanted }: { readonly newRS: ReplicaSetObject; readonly wanted: number },
  version: RolloutsVersion,
): void {
  const { spec, status } = rollout;
  if (spec.workloadRef?.scaleDown !== 'progressively' || revisionOf(newRS) !== 1) return;
  const ready = status?.readyReplicas ?? 0;
  if (isAtLeast(version, '1.9') && status?.phase === 'Healthy') scaleDeployment(cluster, rollout, 0);
  else if (spec.replicas !== undefined && (ready > 0 || newRS.spec.replicas > wanted))
    scaleDeployment(cluster, rollout, spec.replicas - ready);
}

/**
 * With `scaleDown: onsuccess` the Deployment is scaled to zero in the first pass over the healthy first revision. If it is
 * missing, that pass ends. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (promoteStable)
 */
export function scaleWorkloadOnSuccess(cluster: Cluster, rollout: RolloutObject): void {
  if (rollout.spec.workloadRef?.scaleDown !== 'onsuccess') return;
  if (revisionOf(rollout) === 1 && rollout.status?.phase === 'Healthy') scaleDeployment(cluster, rollout, 0);
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/scale_utils.go */
function scaleDeployment(cluster: Cluster, { metadata, spec }: RolloutObject, wanted: number): void {
  // The kind of the workloadRef is ignored: upstream scales the Deployment of that name.
  const name = spec.workloadRef?.name ?? '';
  const deployment = cluster.get<Workload>(kinds.deployment, metadata.namespace, name);
  if (!deployment) throw new ControllerError(`deployments.apps "${name}" not found`, 'not-found');
  const replicas = Math.max(0, wanted);
  if (replicas === (deployment.spec?.replicas ?? 1)) return;
  writeValidated(cluster, {
    ...deployment,
    metadata: { ...deployment.metadata, generation: (deployment.metadata.generation ?? 1) + 1 },
    spec: { ...deployment.spec, replicas },
  } as Workload);
}

/** The workload, or why it cannot be used, in upstream's words. */
function findWorkload(
  cluster: Cluster,
  { metadata: { namespace } }: RolloutObject,
  { apiVersion = '', kind = '', name = '' }: WorkloadRef,
): Workload | string {
  const problem = unsupportedWorkload({ apiVersion, kind });
  if (problem !== undefined) return problem;
  const group = groupOf(apiVersion);
  const target: ObjectKind = { group, kind };
  return (
    cluster.get<Workload>(target, namespace, name) ??
    `${workloadKinds[`${group}/${kind}`]?.plural} "${namespace ?? ''}/${name}" not found`
  );
}

/** Why a kind cannot be a workload, in upstream's words; undefined if it can. */
export function unsupportedWorkload({ apiVersion = '', kind = '' }: WorkloadRef): string | undefined {
  const group = groupOf(apiVersion);
  const known = workloadKinds[`${group}/${kind}`];
  if (!known) return `workload of type ${group}/${kind} is not supported`;
  return apiVersion === known.apiVersion ? undefined : 'the server could not find the requested resource';
}

function revisionOf({ metadata }: KubeObject): number {
  return Number(metadata.annotations?.[revisionAnnotation] ?? 0);
}

function withGeneration(rollout: RolloutObject, generation: string): RolloutObject {
  if (rollout.metadata.annotations?.[workloadGenerationAnnotation] === generation) return rollout;
  const annotations = { ...rollout.metadata.annotations, [workloadGenerationAnnotation]: generation };
  return { ...rollout, metadata: { ...rollout.metadata, annotations } };
}

function withoutGeneration(rollout: RolloutObject): RolloutObject {
  const { annotations } = rollout.metadata;
  if (annotations?.[workloadGenerationAnnotation] === undefined) return rollout;
  const left = withoutKey(annotations, workloadGenerationAnnotation);
  return { ...rollout, metadata: { ...rollout.metadata, annotations: left } };
}
