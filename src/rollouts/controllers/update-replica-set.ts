import type { Cluster } from '../../kubernetes/objects/cluster.js';
import { conflict, ControllerError, failingIn } from '../../kubernetes/objects/controller-error.js';
import { isSameJson } from '../../kubernetes/objects/json.js';
import { podHashLabel, scaleDownDeadlineAnnotation } from '../../kubernetes/objects/keys.js';
import { kinds, type Labels } from '../../kubernetes/objects/object.js';
import { isAtLeast } from '../../kubernetes/objects/version.js';
import type { ReplicaSetObject, RolloutContext } from './context.js';
import { writeValidated } from '../../kubernetes/validation/write.js';

/** A ReplicaSet as this pass has left it so far. */
export function liveReplicaSet(
  cluster: Cluster,
  { metadata: { namespace, name } }: ReplicaSetObject,
): ReplicaSetObject | undefined {
  return cluster.get<ReplicaSetObject>(kinds.replicaSet, namespace, name);
}

/**
 * Updates a whole ReplicaSet. The API server refuses that if anything, even the pass itself, has changed it since the pass read
 * it; the next pass then does it. Up to 1.7 it is patched instead.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (updateReplicaSet)
 */
export function updateReplicaSet(
  { cluster, version }: Pick<RolloutContext, 'cluster' | 'version'>,
  read: ReplicaSetObject,
  next: ReplicaSetObject,
): ReplicaSetObject {
  const { name } = read.metadata;
  const live = liveReplicaSet(cluster, read);
  const isLater = isAtLeast(version, '1.8');
  const where = `error updating replicaset in updateReplicaSet ${name}`;
  if (live === read)
    return isLater
      ? failingIn(where, () => putReplicaSet(cluster, read, next))
      : putReplicaSet(cluster, read, next);
  if (!live || isLater) throw new ControllerError(`${where}: ${conflict('replicasets.apps', name).message}`);
  return putReplicaSet(cluster, live, patchedReplicaSet(live, next));
}

function putReplicaSet(cluster: Cluster, before: ReplicaSetObject, next: ReplicaSetObject): ReplicaSetObject {
  const { generation = 1 } = before.metadata;
  const isSameSpec = isSameJson(before.spec, next.spec);
  const updated = {
    ...next,
    metadata: { ...next.metadata, generation: isSameSpec ? generation : generation + 1 },
  };
  writeValidated(cluster, updated);
  return liveReplicaSet(cluster, updated) ?? updated;
}

/** The controller's own annotations begin with one of these. */
const ownPrefixes = ['rollout.argoproj.io', 'argo-rollouts.argoproj.io', 'experiment.argoproj.io'];

/**
 * What is applied to a ReplicaSet that has changed meanwhile: the size, the controller's annotations and the pod metadata.
 * Nothing is removed. https://github.com/argoproj/argo-rollouts/blob/v1.7.2/rollout/controller.go
 * (updateReplicaSetFallbackToPatch)
 */
function patchedReplicaSet(live: ReplicaSetObject, { metadata, spec }: ReplicaSetObject): ReplicaSetObject {
  const hash = spec.selector?.matchLabels?.[podHashLabel];
  const { metadata: pods } = spec.template;
  const labels = { ...live.metadata.labels, ...notes(metadata.labels, podHashLabel) };
  const annotations = {
    ...live.metadata.annotations,
    ...notes(metadata.annotations, scaleDownDeadlineAnnotation),
  };
  const { template, selector } = live.spec;
  return {
    ...live,
    metadata: { ...live.metadata, labels, annotations },
    spec: {
      ...live.spec,
      replicas: spec.replicas,
      ...(selector &&
        hash !== undefined && {
          selector: { ...selector, matchLabels: { ...selector.matchLabels, [podHashLabel]: hash } },
        }),
      template: {
        ...template,
        metadata: {
          ...template.metadata,
          ...(pods?.labels && { labels: { ...template.metadata?.labels, ...pods.labels } }),
          ...(pods?.annotations && {
            annotations: { ...template.metadata?.annotations, ...pods.annotations },
          }),
        },
      },
    },
  };
}

function notes(from: Labels | undefined, other: string): Labels {
  return Object.fromEntries(
    Object.entries(from ?? {}).filter(
      ([key]) => key === other || ownPrefixes.some((prefix) => key.startsWith(prefix)),
    ),
  );
}
