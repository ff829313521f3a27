import {
  desiredReplicasAnnotation,
  podHashLabel,
  scaleDownDeadlineAnnotation,
  withoutKey,
} from '../cluster/keys.js';
import { kinds, type KubeObject, type Labels } from '../cluster/object.js';
import { secondsOf, timestamp } from '../cluster/time.js';
import { isAtLeast } from '../cluster/version.js';
import { hashOf, notedReplicas, revisionOf, scaleDownDeadline } from './annotations.js';
import type { ReplicaSetObject, RolloutContext } from './context.js';
import { isAborted } from './pause-decisions.js';
import { available } from './replicas.js';
import { selectedHash, type ServiceObject } from './services.js';
import { abortScaleDownDelay, isAbortDelayGiven, replicasOf, scaleDownDelay } from './steps.js';
import { scaleWorkloadProgressively } from './workload-ref.js';

/** Upstream looks at every Rollout so often, in seconds: the default of `--rollout-resync`. */
const resyncPeriod = 900;

/**
 * Gives a ReplicaSet a number of pods, and notes the size of the Rollout on it. Whether the number has changed.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (scaleReplicaSet)
 */
export function scale(context: RolloutContext, replicaSet: ReplicaSetObject, replicas: number): boolean {
  const wanted = replicasOf(context.rollout);
  const isResized = replicaSet.spec.replicas !== replicas;
  const isNoteOutdated =
    notedReplicas(replicaSet) !== wanted || (wanted === 0 && scaleDownDeadline(replicaSet) !== undefined);
  if (!isResized && !isNoteOutdated) return false;

  const live = liveReplicaSet(context, replicaSet);
  const { [scaleDownDeadlineAnnotation]: deadline, ...others } = live.metadata.annotations ?? {};
  const keepsDeadline = deadline !== undefined && (replicas > 0 || delaysScaleDownOnAbort(context));
  const annotations = {
    ...others,
    ...(keepsDeadline && { [scaleDownDeadlineAnnotation]: deadline }),
    [desiredReplicasAnnotation]: String(wanted),
  };
  context.cluster.put({
    ...live,
    metadata: { ...live.metadata, annotations },
    spec: { ...live.spec, replicas },
  } as ReplicaSetObject);
  return isResized;
}

/** A ReplicaSet with what this pass has written to it. */
function liveReplicaSet({ cluster }: RolloutContext, replicaSet: ReplicaSetObject): ReplicaSetObject {
  const { namespace, name } = replicaSet.metadata;
  return cluster.get<ReplicaSetObject>(kinds.replicaSet, namespace, name) ?? replicaSet;
}

/**
 * Whether the Rollout has got another size since its ReplicaSets were scaled. Such a pass does nothing else.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (isScalingEvent)
 */
export function isScalingEvent({ rollout, newRS, stableRS }: RolloutContext): boolean {
  return [newRS, stableRS].some((replicaSet) => {
    if (!replicaSet || replicaSet.spec.replicas === 0) return false;
    const noted = notedReplicas(replicaSet);
    return noted !== undefined && noted !== replicasOf(rollout);
  });
}

/**
 * Whether the pods of an aborted update are kept for a while.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/replicaset.go (shouldDelayScaleDownOnAbort)
 */
export function delaysScaleDownOnAbort(context: RolloutContext): boolean {
  const { rollout, stableRS } = context;
  const { canary } = rollout.spec.strategy ?? {};
  if (!isAborted(context) || !stableRS || (canary && !canary.trafficRouting)) return false;
  if (abortScaleDownDelay(rollout) === undefined) return false;
  return !canary?.dynamicStableScale || isAbortDelayGiven(rollout);
}

/**
 * A ReplicaSet that is new or stable again is not scaled down any more.
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
  const live = liveReplicaSet(context, replicaSet);
  const others = withoutKey(live.metadata.annotations ?? {}, scaleDownDeadlineAnnotation);
  if (seconds === undefined && scaleDownDeadline(replicaSet) === undefined) return;
  const annotations: Labels =
    seconds === undefined
      ? others
      : { ...others, [scaleDownDeadlineAnnotation]: timestamp(context.cluster.now + seconds) };
  context.cluster.put({ ...live, metadata: { ...live.metadata, annotations } });
}

/**
 * Scales the ReplicaSet of the template. After an abort it keeps its pods until the stable pods are all there and then
 * until its deadline. Whether its number of pods has changed.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/replicaset.go (reconcileNewReplicaSet)
 */
export function reconcileNewReplicaSet(context: RolloutContext, wanted: number): boolean {
  const { cluster, rollout, newRS, version } = context;
  if (!newRS) return false;
  let replicas = wanted;

  if (delaysScaleDownOnAbort(context)) {
    const deadline = scaleDownDeadline(newRS);
    const delay = abortScaleDownDelay(rollout);
    if (deadline !== undefined) {
      const remaining = (secondsOf(deadline) ?? Infinity) - cluster.now;
      if (remaining <= 0) replicas = 0;
      // A longer time is not waited for.
      else if (remaining < resyncPeriod) {
        if (isAtLeast(version, '1.10')) scale(context, newRS, newRS.spec.replicas);
        return false;
      }
    } else if (delay !== undefined) {
      const isLater = isAtLeast(version, '1.10');
      if (isLater) scale(context, newRS, newRS.spec.replicas);
      const stable = available(context.stableRS);
      const isStableComplete = isLater ? stable >= replicasOf(rollout) : stable === replicasOf(rollout);
      if (isStableComplete && delay > 0) setDeadline(context, newRS, delay);
      return false;
    }
  }
  const isScaled = scale(context, newRS, replicas);
  scaleWorkloadProgressively(cluster, rollout, { newRS, wanted: replicas });
  return isScaled;
}

/**
 * How many pods a ReplicaSet keeps that was stable until now: it gets a deadline and has them until then, unless more
 * than `scaleDownDelayRevisionLimit` wait already.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/replicaset.go (scaleDownDelayHelper)
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

/** The ReplicaSets that are neither new nor stable and have pods. */
export function activeOthers({ otherRSs }: RolloutContext): readonly ReplicaSetObject[] {
  return otherRSs.filter(({ spec }) => spec.replicas > 0);
}

/**
 * ReplicaSets by their revision, the newest first.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go (ReplicaSetsByRevisionNumber)
 */
export function newestFirst(replicaSets: readonly ReplicaSetObject[]): readonly ReplicaSetObject[] {
  return [...replicaSets].sort((a, b) => revisionOf(b) - revisionOf(a));
}

/**
 * Whether traffic may still reach a ReplicaSet: by the status, a Service or, from 1.9 on, a DestinationRule.
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
 * Deletes the oldest ReplicaSets without pods when there are more than `revisionHistoryLimit`. An older one with pods
 * does not make a newer one go.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go (reconcileRevisionHistoryLimit)
 */
export function removeOldReplicaSets(context: RolloutContext): void {
  const { cluster, rollout, otherRSs } = context;
  const surplus = otherRSs.length - (rollout.spec.revisionHistoryLimit ?? 10);
  for (const replicaSet of oldestFirst(otherRSs).slice(0, Math.max(0, surplus))) {
    if (replicaSet.spec.replicas !== 0 || (replicaSet.status?.replicas ?? 0) !== 0) continue;
    cluster.remove(replicaSet);
    const hash = hashOf(replicaSet);
    const made = [...context.otherRuns, ...context.otherExperiments];
    for (const object of made) if (object.metadata.labels?.[podHashLabel] === hash) cluster.remove(object);
  }
}

/** ReplicaSets by their time of creation, then by name. */
export function oldestFirst(replicaSets: readonly ReplicaSetObject[]): readonly ReplicaSetObject[] {
  const created = ({ metadata }: ReplicaSetObject): number =>
    secondsOf(metadata.creationTimestamp ?? '') ?? 0;
  return [...replicaSets].sort(
    (a, b) => created(a) - created(b) || (a.metadata.name < b.metadata.name ? -1 : 1),
  );
}
