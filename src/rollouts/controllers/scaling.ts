import {
  desiredReplicasAnnotation,
  podHashLabel,
  scaleDownDeadlineAnnotation,
  withoutKey,
} from '../../kubernetes/objects/keys.js';
import { ControllerError } from '../../kubernetes/objects/controller-error.js';
import { kinds, type KubeObject, type Labels } from '../../kubernetes/objects/object.js';
import { secondsOf, timestamp } from '../../kubernetes/objects/time.js';
import { isAtLeast } from '../../kubernetes/objects/version.js';
import { hashOf, notedReplicas, revisionOf, scaleDownDeadline } from './annotations.js';
import type { ReplicaSetObject, RolloutContext } from './context.js';
import { isAborted } from './pause-decisions.js';
import { available } from './replicas.js';
import { selectedHash, type ServiceObject } from './services.js';
import { abortScaleDownDelay, isAbortDelayGiven, replicasOf, scaleDownDelay } from './steps.js';
import { liveReplicaSet, updateReplicaSet } from './update-replica-set.js';
import { scaleWorkloadProgressively } from './workload-ref.js';
import { writeValidated } from '../../kubernetes/validation/write.js';

/** The interval at which upstream reconciles each Rollout, in seconds: the default of `--rollout-resync`. */
const resyncPeriod = 900;

/**
 * Scales a ReplicaSet and records the size of the Rollout on it; returns whether the number of pods has changed. `where` is the
 * name of upstream's function for its error. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go
 * (scaleReplicaSet)
 */
export function scale(
  context: RolloutContext,
  replicaSet: ReplicaSetObject,
  replicas: number,
  where: string,
): boolean {
  const { cluster, rollout, version } = context;
  const wanted = replicasOf(rollout);
  const isResized = replicaSet.spec.replicas !== replicas;
  // From 1.10 a pass sees that it has removed a deadline.
  const read = isAtLeast(version, '1.10') ? liveReplicaSet(cluster, replicaSet) : replicaSet;
  const isNoteOutdated =
    notedReplicas(replicaSet) !== wanted || (wanted === 0 && scaleDownDeadline(read) !== undefined);
  if (!isResized && !isNoteOutdated) return false;

  const { [scaleDownDeadlineAnnotation]: deadline, ...others } = replicaSet.metadata.annotations ?? {};
  const keepsDeadline = deadline !== undefined && (replicas > 0 || delaysScaleDownOnAbort(context));
  const annotations = {
    ...others,
    ...(keepsDeadline && { [scaleDownDeadlineAnnotation]: deadline }),
    [desiredReplicasAnnotation]: String(wanted),
  };
  const next = {
    ...replicaSet,
    metadata: { ...replicaSet.metadata, annotations },
    spec: { ...replicaSet.spec, replicas },
  };
  try {
    updateReplicaSet(context, replicaSet, next);
  } catch (error) {
    if (!(error instanceof ControllerError)) throw error;
    throw new ControllerError(
      `failed to scaleReplicaSetAndRecordEvent in ${where}: failed to scaleReplicaSet in scaleReplicaSetAndRecordEvent: failed to updateReplicaSet in scaleReplicaSet: ${error.message}`,
    );
  }
  return isResized;
}

/**
 * Whether `replicas` has changed since the ReplicaSets were last scaled; such a pass only scales. Up to 1.7 ReplicaSets that
 * are neither new nor stable count too, although their annotation is never updated.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (isScalingEvent)
 */
export function isScalingEvent({ rollout, version, newRS, stableRS, allRSs }: RolloutContext): boolean {
  return (isAtLeast(version, '1.8') ? [newRS, stableRS] : allRSs).some((replicaSet) => {
    if (!replicaSet || replicaSet.spec.replicas === 0) return false;
    const noted = notedReplicas(replicaSet);
    return noted !== undefined && noted !== replicasOf(rollout);
  });
}

/**
 * Whether the pods of an aborted update are kept until a deadline.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/replicaset.go (shouldDelayScaleDownOnAbort)
 */
function delaysScaleDownOnAbort(context: RolloutContext): boolean {
  const { rollout, stableRS } = context;
  const { canary } = rollout.spec.strategy ?? {};
  if (!isAborted(context) || !stableRS || (canary && !canary.trafficRouting)) return false;
  if (abortScaleDownDelay(rollout) === undefined) return false;
  return !canary?.dynamicStableScale || isAbortDelayGiven(rollout);
}

/**
 * Removes the deadline of a ReplicaSet that is new or stable again.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/replicaset.go (removeScaleDownDeadlines)
 */
export function removeScaleDownDeadlines(context: RolloutContext): void {
  const { newRS, stableRS } = context;
  const isNewKept = newRS !== undefined && !delaysScaleDownOnAbort(context);
  if (isNewKept) setDeadline(context, newRS, undefined);
  if (stableRS && !(isNewKept && stableRS.metadata.name === newRS.metadata.name))
    setDeadline(context, stableRS, undefined);
}

function setDeadline(
  context: RolloutContext,
  replicaSet: ReplicaSetObject,
  seconds: number | undefined,
): void {
  const live = liveReplicaSet(context.cluster, replicaSet) ?? replicaSet;
  const others = withoutKey(live.metadata.annotations ?? {}, scaleDownDeadlineAnnotation);
  if (seconds === undefined && scaleDownDeadline(replicaSet) === undefined) return;
  const annotations: Labels =
    seconds === undefined
      ? others
      : { ...others, [scaleDownDeadlineAnnotation]: timestamp(context.cluster.now + seconds) };
  writeValidated(context.cluster, { ...live, metadata: { ...live.metadata, annotations } });
}

/**
 * Scales the ReplicaSet of the template; returns whether its number of pods has changed. After an abort it keeps its pods until
 * all stable pods are available, and then until its deadline.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/replicaset.go (reconcileNewReplicaSet)
 */
export function reconcileNewReplicaSet(context: RolloutContext, wanted: number): boolean {
  const { cluster, rollout, newRS, version } = context;
  if (!newRS) return false;
  const replicas = delaysScaleDownOnAbort(context) ? replicasAfterAbort(context, newRS, wanted) : wanted;
  if (replicas === undefined) return false;
  const isScaled = scale(context, newRS, replicas, 'reconcileNewReplicaSet');
  scaleWorkloadProgressively(cluster, rollout, { newRS, wanted: replicas }, version);
  return isScaled;
}

/** The number of pods after an abort; undefined while the ReplicaSet keeps its pods. */
function replicasAfterAbort(
  context: RolloutContext,
  newRS: ReplicaSetObject,
  wanted: number,
): number | undefined {
  const { cluster, rollout, version, stableRS } = context;
  const isLater = isAtLeast(version, '1.10');
  const keep = (): void => {
    if (isLater) scale(context, newRS, newRS.spec.replicas, 'syncNewRSReplicasAnnotation');
  };
  const deadline = scaleDownDeadline(newRS);
  if (deadline !== undefined) {
    const remaining = (secondsOf(deadline) ?? Infinity) - cluster.now;
    if (remaining <= 0) return 0;
    // Upstream does not wait for a deadline beyond the next resync.
    if (remaining >= resyncPeriod) return wanted;
    keep();
    return undefined;
  }
  const delay = abortScaleDownDelay(rollout);
  if (delay === undefined) return wanted;
  keep();
  const stable = available(stableRS);
  const isStableComplete = isLater ? stable >= replicasOf(rollout) : stable === replicasOf(rollout);
  if (isStableComplete && delay > 0) setDeadline(context, newRS, delay);
  return undefined;
}

/**
 * How many pods the previous stable ReplicaSet keeps: all until its deadline, unless more than `scaleDownDelayRevisionLimit`
 * ReplicaSets have one. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/replicaset.go (scaleDownDelayHelper)
 */
export function keptUntilDeadline(
  context: RolloutContext,
  replicaSet: ReplicaSetObject,
  waiting: number,
  size: number,
): { readonly replicas: number; readonly waiting: number } {
  const { blueGreen, canary } = context.rollout.spec.strategy ?? {};
  const limit = (canary ?? blueGreen)?.scaleDownDelayRevisionLimit ?? Infinity;
  const deadline = scaleDownDeadline(replicaSet);
  if (deadline === undefined) {
    const { replicas } = replicaSet.spec;
    if (replicas === 0 || waiting >= limit) return { replicas: 0, waiting };
    const delay = scaleDownDelay(context.rollout);
    if (delay !== 0) setDeadline(context, replicaSet, delay);
    return { replicas, waiting: waiting + 1 };
  }
  const isDue = (secondsOf(deadline) ?? 0) <= context.cluster.now;
  return { replicas: waiting + 1 > limit || isDue ? 0 : size, waiting: waiting + 1 };
}

/** The ReplicaSets with pods that are neither new nor stable. */
export function activeOthers({ otherRSs }: RolloutContext): readonly ReplicaSetObject[] {
  return otherRSs.filter(({ spec }) => spec.replicas > 0);
}

/**
 * ReplicaSets by revision, newest first. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go
 * (ReplicaSetsByRevisionNumber)
 */
export function newestFirst(replicaSets: readonly ReplicaSetObject[]): readonly ReplicaSetObject[] {
  return [...replicaSets].sort((a, b) => revisionOf(b) - revisionOf(a));
}

/**
 * Whether a ReplicaSet may still receive traffic: the status, a Service or, from 1.9, a DestinationRule refers to it.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/replicaset.go (isReplicaSetReferenced)
 */
export function isReferenced(context: RolloutContext, replicaSet: ReplicaSetObject): boolean {
  const { cluster, rollout, version } = context;
  const { namespace } = rollout.metadata;
  const { canary, blueGreen } = rollout.spec.strategy ?? {};
  const hash = hashOf(replicaSet);
  if (hash === '') return false;

  const { status } = rollout;
  const weights = status?.canary?.weights;
  const inStatus = [
    status?.stableRS,
    status?.currentPodHash,
    status?.blueGreen?.activeSelector,
    status?.blueGreen?.previewSelector,
    weights?.canary.podTemplateHash,
    weights?.stable.podTemplateHash,
  ];
  if (inStatus.includes(hash)) return true;

  const services = canary
    ? [canary.canaryService, canary.stableService]
    : [blueGreen?.activeService, blueGreen?.previewService];
  const isSelected = services.some(
    (name) => name && selectedHash(cluster.get<ServiceObject>(kinds.service, namespace, name)) === hash,
  );
  if (isSelected) return true;

  const rule = canary?.trafficRouting?.istio?.destinationRule;
  if (!rule || !isAtLeast(version, '1.9')) return false;
  const found = cluster.get<DestinationRule>(kinds.destinationRule, namespace, rule.name);
  return found?.spec?.subsets?.some(({ labels }) => labels?.[podHashLabel] === hash) ?? false;
}

interface DestinationRule extends KubeObject {
  readonly spec?: { readonly subsets?: readonly { readonly labels?: Labels }[] };
}

/**
 * Deletes the oldest ReplicaSets without pods beyond `revisionHistoryLimit`. ReplicaSets with pods, and those with changes that
 * kube-controller-manager has not yet observed, are kept, and no newer ones are deleted in their place.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (reconcileRevisionHistoryLimit)
 */
export function removeOldReplicaSets(context: RolloutContext): void {
  const { cluster, rollout, otherRSs } = context;
  const surplus = otherRSs.length - (rollout.spec.revisionHistoryLimit ?? 10);
  for (const replicaSet of oldestFirst(otherRSs).slice(0, Math.max(0, surplus))) {
    const { spec, status, metadata } = replicaSet;
    const isSeen = (metadata.generation ?? 1) <= (status?.observedGeneration ?? 0);
    if (spec.replicas !== 0 || (status?.replicas ?? 0) !== 0 || !isSeen) continue;
    cluster.remove(replicaSet);
    const hash = hashOf(replicaSet);
    const made = [...context.otherRuns, ...context.otherExperiments];
    for (const object of made) if (object.metadata.labels?.[podHashLabel] === hash) cluster.remove(object);
  }
}

/** ReplicaSets by creation time, then by name. */
export function oldestFirst(replicaSets: readonly ReplicaSetObject[]): readonly ReplicaSetObject[] {
  const created = ({ metadata }: ReplicaSetObject): number =>
    secondsOf(metadata.creationTimestamp ?? '') ?? 0;
  return [...replicaSets].sort(
    (a, b) => created(a) - created(b) || (a.metadata.name < b.metadata.name ? -1 : 1),
  );
}

/**
 * Whether other ReplicaSets were scaled. Upstream discards an error here, and the result before it.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/replicaset.go (reconcileOtherReplicaSets)
 */
export function withoutErrors(scaleOthers: () => boolean): boolean {
  try {
    return scaleOthers();
  } catch (error) {
    if (error instanceof ControllerError) return false;
    throw error;
  }
}
