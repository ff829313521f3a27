import type { Cluster } from '../../kubernetes/objects/cluster.js';
import { conflict, ControllerError, failingIn } from '../../kubernetes/objects/controller-error.js';
import { isList, isMap } from '../../kubernetes/objects/json.js';
import { revisionAnnotation, withoutKey } from '../../kubernetes/objects/keys.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { RolloutObject, RolloutSpec } from '../../kubernetes/objects/rollout-object.js';
import { secondsOf } from '../../kubernetes/objects/time.js';
import { typedRollout } from './typed-rollout.js';
import { affinityOf, isAffinityOutdated, withAffinity, withoutAddedTerm } from './anti-affinity.js';
import { hashOf, revisionOf } from './annotations.js';
import { conditionOf, messages, withCondition, type StatedCondition } from './conditions.js';
import type { ReplicaSetObject, RolloutContext } from './context.js';
import { withPodMetadata } from './ephemeral-metadata.js';
import { liveRollout, writeCreationFailure } from './status.js';
import { withoutZeros } from './status-fields.js';
import { noTemplate, podHash, scopeOf, podTemplateText } from './pod-hash.js';
import { desiredText, storedText } from './template-text.js';
import { updateReplicaSet } from './update-replica-set.js';
import { resolveWorkloadRef } from './workload-ref.js';
import { writeValidated } from '../../kubernetes/validation/write.js';
import { newReplicaSet, annotationsOfNew } from './new-replica-set.js';

/** The ReplicaSets of a Rollout, oldest first. */
export function replicaSetsOf(cluster: Cluster, { metadata }: RolloutObject): readonly ReplicaSetObject[] {
  return cluster
    .list<ReplicaSetObject>(kinds.replicaSet, metadata.namespace)
    .filter((replicaSet) =>
      replicaSet.metadata.ownerReferences?.some(
        ({ kind, name, controller }) => controller && kind === 'Rollout' && name === metadata.name,
      ),
    );
}

/**
 * The ReplicaSet of a Rollout's template.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go (FindNewReplicaSet)
 */
export function replicaSetOfTemplate(
  cluster: Cluster,
  replicaSets: readonly ReplicaSetObject[],
  rollout: RolloutObject,
): ReplicaSetObject | undefined {
  const known = cluster.podHashes.get(scopeOf(rollout))?.get(podTemplateText(rollout));
  const ofHash = known === undefined ? undefined : replicaSets.find((one) => hashOf(one) === known);
  if (ofHash) return ofHash;
  // Templates with different hashes may be equal: the API server fills defaults into the template of a ReplicaSet.
  const desired = desiredText(rollout.spec.template ?? noTemplate);
  return replicaSets.find((replicaSet) => {
    const { template } = withPodMetadata(replicaSet, undefined).spec;
    return storedText(withoutAddedTerm(template, rollout)) === desired;
  });
}

/** Never two ReplicaSets of a Rollout in the same second, so that their order is unambiguous. */
function secondAfter({ metadata }: ReplicaSetObject): number {
  return (secondsOf(metadata.creationTimestamp ?? '') ?? -Infinity) + 1;
}

/**
 * Creates the ReplicaSet of a new template, without pods, as the newest revision.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (createDesiredReplicaSet)
 */
export function createReplicaSet(context: RolloutContext): ReplicaSetObject {
  const { cluster, rollout, stableRS, allRSs } = context;
  const revision = Math.max(0, ...allRSs.map(revisionOf)) + 1;
  const created = newReplicaSet(rollout, {
    hash: podHash(context),
    revision,
    createdAt: Math.max(cluster.now, ...allRSs.map(secondAfter)),
    isFirst: !stableRS,
  });
  try {
    writeValidated(cluster, created);
  } catch (error) {
    if (error instanceof ControllerError) writeCreationFailure(context, created, error);
    throw error;
  }
  writeRevision(context, String(revision));
  writeCondition(context, {
    type: 'Progressing',
    status: 'True',
    reason: 'NewReplicaSetCreated',
    message: messages.created(created.metadata.name),
  });
  return created;
}

/**
 * Keeps the newest revision and the Rollout's annotations on the ReplicaSet of the template. Once these are up to date, the
 * revision of the Rollout follows. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go
 * (syncReplicaSetRevision)
 */
export function syncRevision(context: RolloutContext, where: string): void {
  failingIn(`failed to getAllReplicaSetsAndSyncRevision in ${where}`, () => {
    writeRevisions(context);
  });
}

/**
 * The same where the ReplicaSet may not exist yet: up to 1.7 this creates it, and the pass counts none of its pods.
 * https://github.com/argoproj/argo-rollouts/blob/v1.7.2/rollout/sync.go (getAllReplicaSetsAndSyncRevision)
 */
export function syncRevisionOrCreate(context: RolloutContext, where: string): void {
  if (context.newRS) syncRevision(context, where);
  else
    context.newRS = failingIn(`failed to getAllReplicaSetsAndSyncRevision in ${where}`, () =>
      createReplicaSet(context),
    );
}

function writeRevisions(context: RolloutContext): void {
  const { rollout, newRS, allRSs } = context;
  if (!newRS) return;
  const { minReadySeconds = 0, template } = newRS.spec;
  const older = allRSs.filter(({ metadata }) => metadata.name !== newRS.metadata.name);
  const annotations = annotationsOfNew(rollout, newRS, Math.max(0, ...older.map(revisionOf)) + 1);
  const isOutdated =
    annotations !== newRS.metadata.annotations ||
    minReadySeconds !== (rollout.spec.minReadySeconds ?? 0) ||
    isAffinityOutdated(template, rollout, hashOf(newRS));

  if (isOutdated) {
    const { replicas, selector } = newRS.spec;
    const updated: ReplicaSetObject = {
      ...newRS,
      metadata: { ...newRS.metadata, ...(annotations && { annotations }) },
      spec: {
        replicas,
        ...(selector && { selector }),
        ...(rollout.spec.minReadySeconds && { minReadySeconds: rollout.spec.minReadySeconds }),
        template: withAffinity(template, affinityOf(rollout, hashOf(newRS))),
      },
    };
    context.newRS = failingIn(`failed to update replicaset revision on ${newRS.metadata.name}`, () =>
      updateReplicaSet(context, newRS, updated),
    );
    return;
  }
  writeRevision(context, newRS.metadata.annotations?.[revisionAnnotation] ?? '');
  if (!conditionOf(context.rollout.status, 'Progressing'))
    writeCondition(context, {
      type: 'Progressing',
      status: 'True',
      reason: 'FoundNewReplicaSet',
      message: messages.found(newRS.metadata.name),
    });
}

/**
 * Writes the revision, and with it the whole Rollout; the pass then continues with the stored object.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (setRolloutRevision)
 */
function writeRevision(context: RolloutContext, revision: string): void {
  const { annotations } = context.rollout.metadata;
  if ((annotations?.[revisionAnnotation] ?? '') === revision) return;
  const before = liveRollout(context);
  const live = withoutLentTemplate(typedRollout(before, context.version));
  const isOther = live.spec !== before.spec || lacksResources(before.spec);
  const { generation = 1 } = before.metadata;
  putRollout(context, {
    ...live,
    metadata: {
      ...live.metadata,
      ...(isOther && { generation: generation + 1 }),
      annotations: { ...annotations, [revisionAnnotation]: revision },
    },
  });
}

/**
 * Whether writing a Rollout adds empty resources to a container, which changes its spec. `kubectl apply` of the revision
 * removes them again with the whole list of containers, because a patch of a custom resource replaces lists.
 */
function lacksResources({ template }: RolloutSpec): boolean {
  const { containers, initContainers } = template?.spec ?? {};
  return [containers, initContainers]
    .flatMap((list) => (isList(list) ? list : []))
    .some((container) => isMap(container) && container['resources'] === undefined);
}

function writeCondition(context: RolloutContext, said: StatedCondition): void {
  const live = liveRollout(context);
  const status = withoutZeros(withCondition(context.rollout.status ?? {}, said, context.cluster.now));
  putRollout(context, { ...live, status });
}

/**
 * If a workload supplies the template, the whole Rollout is written without a template, even an empty one of its own.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/types.go (MarshalJSON)
 */
function withoutLentTemplate(rollout: RolloutObject): RolloutObject {
  const { spec } = rollout;
  if (!spec.workloadRef || spec.template === undefined) return rollout;
  return { ...rollout, spec: withoutKey(spec, 'template') };
}

/** Writes the whole Rollout, unless it has changed since it was read. Patches of this pass do not show in `rollout`. */
function putRollout(context: RolloutContext, rollout: RolloutObject): void {
  if (liveRollout(context) !== context.read) throw conflict('rollouts.argoproj.io', rollout.metadata.name);
  context.cluster.put(rollout);
  context.read = liveRollout(context);
  context.hasWrittenRollout = true;
  context.rollout = typedRollout(resolveWorkloadRef(context.cluster, rollout).rollout, context.version);
}
