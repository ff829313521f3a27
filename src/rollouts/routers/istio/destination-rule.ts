import { memoizeAnswers } from '../../../model/memo.js';
import type { Cluster } from '../../../kubernetes/objects/cluster.js';
import { ControllerError, panic } from '../../../kubernetes/objects/controller-error.js';
import { isSameJson } from '../../../kubernetes/objects/json.js';
import { managedByAnnotation, podHashLabel } from '../../../kubernetes/objects/keys.js';
import { kinds, type KubeObject, type Labels } from '../../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../../kubernetes/objects/rollout-object.js';
import type { WeightDestination } from '../../../kubernetes/objects/rollout-status.js';
import { isAtLeast } from '../../../kubernetes/objects/version.js';
import { orNone, type RoutingPass } from '../reconciler.js';
import { findIstioObject } from './virtual-service.js';
import { writeCopy } from '../../../kubernetes/validation/write.js';

interface DestinationRuleObject extends KubeObject {
  readonly spec?: { readonly host?: string; readonly subsets?: readonly Subset[] };
}

interface Subset {
  readonly name?: string;
  readonly labels?: Labels;
}

function ruleOf({ spec }: RolloutObject) {
  return spec.strategy?.canary?.trafficRouting?.istio?.destinationRule;
}

/** The host of the DestinationRule of a Rollout; undefined at host level. */
export function ruleHost(pass: RoutingPass): string | undefined {
  const rule = ruleOf(pass.rollout);
  return rule && findRule(pass, rule.name).spec?.host;
}

function findRule(pass: RoutingPass, name: string): DestinationRuleObject {
  return findIstioObject(pass, kinds.destinationRule, pass.rollout.metadata.namespace, name);
}

/**
 * Gives the subsets of stable, canary and experiments their pod hash and removes all others. Missing subsets of stable and canary
 * are not added; those of experiments come last, in the given order (upstream's is random). If the subset of an experiment exists
 * without labels, the controller panics.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go (UpdateHash)
 */
export function updateHash(
  pass: RoutingPass,
  canaryHash: string,
  stableHash: string,
  experiments: readonly WeightDestination[],
): void {
  // Versions up to 1.7 do not wait.
  const delaying = isAtLeast(pass.version, '1.8')
    ? delayingReplicaSet(pass, canaryHash, stableHash)
    : undefined;
  if (delaying !== undefined) {
    if (!isAtLeast(pass.version, '1.9')) return;
    throw new ControllerError(`delaying destination rule switch: ReplicaSet ${delaying} not fully available`);
  }
  const { rollout, cluster } = pass;
  const entry = ruleOf(rollout);
  if (!entry) return;
  const rule = findRule(pass, entry.name);
  const { name } = rollout.metadata;
  const asked = [entry, canaryHash, stableHash, name, orNone(experiments)];
  writeCopy(
    cluster,
    hashesKnown(rule, asked, () => {
      const subsets = subsetsWithHashes(rule, entry, canaryHash, stableHash, experiments);
      const after = managedBy(name, rule, subsets);
      return isSameJson(after, rule) ? rule : after;
    }),
  );
}

const hashesKnown = memoizeAnswers<DestinationRuleObject, DestinationRuleObject>();

function subsetsWithHashes(
  rule: DestinationRuleObject,
  entry: NonNullable<ReturnType<typeof ruleOf>>,
  canaryHash: string,
  stableHash: string,
  experiments: readonly WeightDestination[],
): readonly Subset[] {
  const hashes = new Map(
    experiments.map(({ serviceName = '', podTemplateHash = '' }) => [serviceName, podTemplateHash]),
  );
  const subsets = (rule.spec?.subsets ?? []).flatMap((subset): readonly Subset[] => {
    const { name = '', labels } = subset;
    if (name === (entry.canarySubsetName ?? '')) return [{ ...subset, labels: withHash(labels, canaryHash) }];
    if (name === (entry.stableSubsetName ?? '')) return [{ ...subset, labels: withHash(labels, stableHash) }];
    const hash = hashes.get(name);
    if (hash === undefined) return [];
    if (hash === '') return [labels ? { ...subset, labels: withHash(labels, '') } : subset];
    if (!labels) throw panic();
    hashes.delete(name);
    return [{ ...subset, labels: withHash(labels, hash) }];
  });
  const added = [...hashes].map(([name, hash]) => ({ name, labels: { [podHashLabel]: hash } }));
  return [...subsets, ...added];
}

function managedBy(
  rolloutName: string,
  rule: DestinationRuleObject,
  subsets: readonly Subset[],
): DestinationRuleObject {
  return {
    ...rule,
    metadata: {
      ...rule.metadata,
      annotations: { ...rule.metadata.annotations, [managedByAnnotation]: rolloutName },
    },
    spec: { ...rule.spec, subsets },
  };
}

function withHash(labels: Labels = {}, hash: string): Labels {
  const others = Object.fromEntries(Object.entries(labels).filter(([key]) => key !== podHashLabel));
  return hash === '' ? others : { ...others, [podHashLabel]: hash };
}

interface ReplicaSet extends KubeObject {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly availableReplicas?: number };
}

/**
 * The ReplicaSet that the change of hashes waits for: a scaled-up one of stable or canary that is not fully available. The
 * controller only waits when no Service is named; while traffic returns to stable, only the stable ReplicaSet counts.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go (shouldDelayDestinationRuleUpdate)
 */
function delayingReplicaSet(
  { rollout, cluster, version }: RoutingPass,
  canaryHash: string,
  stableHash: string,
): string | undefined {
  const { canaryService = '', stableService = '' } = rollout.spec.strategy?.canary ?? {};
  if (canaryService !== '' || stableService !== '') return undefined;

  const replicaSets = cluster
    .list<ReplicaSet>(kinds.replicaSet, rollout.metadata.namespace)
    .filter(({ metadata }) =>
      metadata.ownerReferences?.some(
        ({ kind, name, controller }) =>
          controller === true && kind === kinds.rollout.kind && name === rollout.metadata.name,
      ),
    );
  const isGoingBack =
    isAtLeast(version, '1.9') &&
    (rollout.status?.abort === true ||
      isRollingBack(
        rollout,
        replicaSets.find((replicaSet) => podHash(replicaSet) === stableHash),
      ));
  return replicaSets.find((replicaSet) => {
    const replicas = replicaSet.spec?.replicas ?? 1;
    const hash = podHash(replicaSet);
    if (replicas === 0 || hash === '' || (hash !== stableHash && hash !== canaryHash)) return false;
    if (isGoingBack && hash === canaryHash) return false;
    return (replicaSet.status?.availableReplicas ?? 0) < replicas;
  })?.metadata.name;
}

function podHash({ metadata }: KubeObject): string {
  return metadata.labels?.[podHashLabel] ?? '';
}

/**
 * Whether an update with dynamicStableScale is being rolled back to the stable template.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/rollout/rolloututil.go (IsDynamicallyRollingBackToStable)
 */
function isRollingBack({ spec, status }: RolloutObject, stable: ReplicaSet | undefined): boolean {
  const weights = status?.canary?.weights;
  return (
    stable !== undefined &&
    (status?.stableRS ?? '') === (status?.currentPodHash ?? '') &&
    spec.strategy?.canary?.dynamicStableScale === true &&
    weights !== undefined &&
    (weights.canary.podTemplateHash ?? '') !== podHash(stable) &&
    (stable.status?.availableReplicas ?? 0) < (spec.replicas ?? 1)
  );
}

/**
 * Removes pod hashes and the controller's annotation from the DestinationRules of a namespace whose Rollout was deleted or names
 * another one. VirtualServices stay unchanged.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/controller.go (syncDestinationRule)
 */
export function releaseDestinationRules(cluster: Cluster, namespace: string | undefined): void {
  for (const rule of cluster.list<DestinationRuleObject>(kinds.destinationRule, namespace)) {
    const { annotations = {}, ...metadata } = rule.metadata;
    const { [managedByAnnotation]: manager = '', ...others } = annotations;
    if (manager === '') continue;
    const rollout = cluster.get<RolloutObject>(kinds.rollout, namespace, manager);
    if (rollout && ruleOf(rollout)?.name === metadata.name) continue;
    cluster.put({
      ...rule,
      metadata: { ...metadata, ...(Object.keys(others).length > 0 && { annotations: others }) },
      spec: {
        ...rule.spec,
        subsets: (rule.spec?.subsets ?? []).map((subset) =>
          subset.labels ? { ...subset, labels: withHash(subset.labels, '') } : subset,
        ),
      },
    } as DestinationRuleObject);
  }
}
