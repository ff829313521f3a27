import type { Cluster } from '../cluster/cluster.js';
import { conflict, ControllerError } from '../cluster/controller-error.js';
import { isSameJson } from '../cluster/json.js';
import { kinds } from '../cluster/object.js';
import type { ReplicaSetObject } from './context.js';

/** A ReplicaSet as it is in the cluster now, with what this pass has written to it. */
export function liveReplicaSet(
  cluster: Cluster,
  { metadata: { namespace, name } }: ReplicaSetObject,
): ReplicaSetObject | undefined {
  return cluster.get<ReplicaSetObject>(kinds.replicaSet, namespace, name);
}

/**
 * Writes a ReplicaSet whole. The API server refuses that when it has changed since the pass has read it, also by the
 * pass itself; the next pass then does what this one could not.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (updateReplicaSet)
 */
export function updateReplicaSet(
  cluster: Cluster,
  read: ReplicaSetObject,
  next: ReplicaSetObject,
): ReplicaSetObject {
  const { name, generation = 1 } = read.metadata;
  if (liveReplicaSet(cluster, read) !== read)
    throw new ControllerError(
      `error updating replicaset in updateReplicaSet ${name}: ${conflict('replicasets.apps', name).message}`,
    );
  const isSameSpec = isSameJson(read.spec, next.spec);
  const updated = {
    ...next,
    metadata: { ...next.metadata, generation: isSameSpec ? generation : generation + 1 },
  };
  cluster.put(updated);
  return liveReplicaSet(cluster, updated) ?? updated;
}
