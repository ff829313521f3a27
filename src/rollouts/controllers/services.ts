import type { Cluster } from '../../kubernetes/objects/cluster.js';
import { ControllerError } from '../../kubernetes/objects/controller-error.js';
import { managedByAnnotation, podHashLabel, withoutKey } from '../../kubernetes/objects/keys.js';
import { kinds, type KubeObject, type Labels } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { stableAndCanary } from '../routers/stable-and-canary.js';
import type { ReplicaSetObject, RolloutContext } from './context.js';
import { isAborted } from './pause-decisions.js';
import { writeValidated } from '../../kubernetes/validation/write.js';

export { podHashLabel };

export interface ServiceObject extends KubeObject {
  readonly spec?: Readonly<Record<string, unknown>> & { readonly selector?: Labels };
}

type Pass = Pick<RolloutContext, 'cluster' | 'rollout'>;

/** A Service that the Rollout names; a missing one ends the pass, but validation reports it first. */
export function findService({ cluster, rollout }: Pass, name: string): ServiceObject {
  const service = cluster.get<ServiceObject>(kinds.service, rollout.metadata.namespace, name);
  if (service === undefined) throw new ControllerError(`service "${name}" not found`, 'not-found');
  return service;
}

/** The pod hash in the selector of a Service; undefined without one. */
export function selectedHash(service: ServiceObject | undefined): string | undefined {
  return service?.spec?.selector?.[podHashLabel];
}

/**
 * Makes a Service select the pods of one hash, and annotates it as managed by the Rollout.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go (switchServiceSelector)
 */
export function switchSelector({ cluster, rollout }: Pass, service: ServiceObject, hash: string): void {
  const { annotations } = service.metadata;
  const isManaged = annotations !== undefined && managedByAnnotation in annotations;
  if (isManaged && selectedHash(service) === hash) return;

  writeValidated(cluster, {
    ...service,
    metadata: isManaged
      ? service.metadata
      : {
          ...service.metadata,
          annotations: { ...annotations, [managedByAnnotation]: rollout.metadata.name },
        },
    spec: { ...service.spec, selector: { ...service.spec?.selector, [podHashLabel]: hash } },
  } as ServiceObject);
}

/**
 * Points a Service at a ReplicaSet. With `checksAvailability` the Service is unchanged while that ReplicaSet has no available
 * pod; if no Rollout has written to it yet, it is unchanged until all pods are available.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go (ensureSVCTargets)
 */
export function ensureServiceTargets(
  pass: Pass,
  name: string | undefined,
  target: ReplicaSetObject | undefined,
  { checksAvailability }: { readonly checksAvailability: boolean },
): void {
  if (target === undefined || !name) return;
  const service = findService(pass, name);
  const hash = target.metadata.labels?.[podHashLabel] ?? '';
  // Upstream leaves a wrong annotation unchanged if the hash is right.
  if ((selectedHash(service) ?? '') === hash) return;

  if (checksAvailability) {
    const available = target.status?.availableReplicas ?? 0;
    const isAdoption = !(managedByAnnotation in (service.metadata.annotations ?? {}));
    const isFullyAvailable = target.spec.replicas > 0 && available >= target.spec.replicas;
    if ((isAdoption && !isFullyAvailable) || available === 0) return;
  }
  switchSelector(pass, service, hash);
}

/**
 * In an update with ping-pong, the Service in the canary role gets the new hash, whether pods are available or not.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go (reconcilePingAndPongService)
 */
export function reconcilePingAndPongService(context: RolloutContext): void {
  const { rollout, newRS } = context;
  if (!rollout.spec.strategy?.canary?.pingPong || isFullyPromoted(rollout)) return;
  const { canary } = stableAndCanary(rollout, true);
  ensureServiceTargets(context, canary, newRS, { checksAvailability: false });
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go (reconcileStableAndCanaryService) */
export function reconcileStableAndCanaryServices(context: RolloutContext): void {
  const { rollout, newRS, stableRS } = context;
  const canary = rollout.spec.strategy?.canary;
  if (!canary) return;
  const checked = { checksAvailability: true };
  ensureServiceTargets(context, canary.stableService, stableRS, checked);

  if (isAborted(context) && !canary.trafficRouting)
    ensureServiceTargets(context, canary.canaryService, stableRS, checked);
  else if (!isDynamicallyRollingBackToStable(rollout, newRS))
    ensureServiceTargets(context, canary.canaryService, newRS, checked);
}

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/rollout/rolloututil.go (IsFullyPromoted) */
export function isFullyPromoted({ status }: RolloutObject): boolean {
  return (status?.stableRS ?? '') === (status?.currentPodHash ?? '');
}

/**
 * Whether an update with `dynamicStableScale` is being rolled back to the stable template while the stable ReplicaSet is too
 * small for all traffic. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/rollout/rolloututil.go
 * (IsDynamicallyRollingBackToStable)
 */
export function isDynamicallyRollingBackToStable(
  rollout: RolloutObject,
  desired: ReplicaSetObject | undefined,
): boolean {
  const canary = rollout.spec.strategy?.canary;
  const weights = rollout.status?.canary?.weights;
  if (!isFullyPromoted(rollout) || !canary?.trafficRouting || canary.dynamicStableScale !== true)
    return false;
  if (!weights || (weights.canary.podTemplateHash ?? '') === (desired?.metadata.labels?.[podHashLabel] ?? ''))
    return false;
  return (desired?.status?.availableReplicas ?? 0) < (rollout.spec.replicas ?? 1);
}

/**
 * The Services that a Rollout points to ReplicaSets.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/service/service.go (GetRolloutServiceKeys)
 */
function referencedServices({ spec }: RolloutObject): readonly string[] {
  const { canary, blueGreen } = spec.strategy ?? {};
  const names = blueGreen
    ? [blueGreen.activeService, blueGreen.previewService]
    : [
        canary?.canaryService,
        canary?.stableService,
        canary?.pingPong?.pingService,
        canary?.pingPong?.pongService,
      ];
  return names.filter((name): name is string => name !== undefined && name !== '');
}

/**
 * The Service controller after a Rollout is deleted or names other Services: it removes the hash and the annotation from
 * Services that no Rollout names. A Service with only the hash keeps it, because upstream's patch then removes only the
 * annotation. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/service/service.go (syncService)
 */
export function releaseServices(cluster: Cluster, namespace: string | undefined): void {
  for (const service of cluster.list<ServiceObject>(kinds.service, namespace)) {
    const { annotations, name } = service.metadata;
    const owner = annotations?.[managedByAnnotation];
    if (selectedHash(service) === undefined || owner === undefined) continue;
    const rollout = cluster.get<RolloutObject>(kinds.rollout, namespace, owner);
    if (rollout && referencedServices(rollout).includes(name)) continue;

    const others = withoutKey(annotations ?? {}, managedByAnnotation);
    cluster.put({
      ...service,
      metadata:
        Object.keys(others).length > 0
          ? { ...service.metadata, annotations: others }
          : withoutKey(service.metadata, 'annotations'),
      spec: { ...service.spec, selector: withoutKey(service.spec?.selector ?? {}, podHashLabel) },
    } as ServiceObject);
  }
}
