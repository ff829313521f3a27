import type { Cluster } from '../../kubernetes/objects/cluster.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { ReplicaSetObject } from './context.js';
import { controllerReference } from './new-replica-set.js';
import { isControlledBy } from './run-history.js';
import { selectorMatches } from '../../kubernetes/validation/labels.js';
import { writeValidated } from '../../kubernetes/validation/write.js';

/**
 * The ReplicaSets of a Rollout, oldest first. The controller releases those that its selector does not match and adopts orphans
 * that it matches. Without a selector, as when the workloadRef is not found, it releases all.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/replicaset.go (getReplicaSetsForRollouts)
 * https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/controller/controller_ref_manager.go (ClaimReplicaSets)
 */
export function claimReplicaSets(cluster: Cluster, rollout: RolloutObject): readonly ReplicaSetObject[] {
  const { metadata, spec } = rollout;
  const all = cluster.list<ReplicaSetObject>(kinds.replicaSet, metadata.namespace);
  const claimed: ReplicaSetObject[] = [];
  for (const replicaSet of all) {
    const { labels = {}, ownerReferences = [] } = replicaSet.metadata;
    const isOwned = isControlledBy(replicaSet, rollout);
    const isPicked = selectorMatches(spec.selector, labels);
    if (isOwned && isPicked) claimed.push(replicaSet);
    else if (isOwned) {
      const kept = ownerReferences.filter(({ controller }) => controller !== true);
      writeValidated(cluster, withOwners(replicaSet, kept));
    } else if (isPicked && !ownerReferences.some(({ controller }) => controller === true)) {
      const adopted = withOwners(replicaSet, [...ownerReferences, controllerReference(rollout)]);
      writeValidated(cluster, adopted);
      claimed.push(adopted);
    }
  }
  return claimed;
}

type Owners = NonNullable<ReplicaSetObject['metadata']['ownerReferences']>;

function withOwners(replicaSet: ReplicaSetObject, ownerReferences: Owners): ReplicaSetObject {
  return { ...replicaSet, metadata: { ...replicaSet.metadata, ownerReferences } };
}
