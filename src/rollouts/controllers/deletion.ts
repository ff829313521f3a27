import type { Cluster } from '../../kubernetes/objects/cluster.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { releaseIngresses } from '../routers/alb-cleanup.js';
import { releaseDestinationRules } from '../routers/istio/destination-rule.js';
import type { RolloutName } from './pass.js';
import { isControlledBy } from './run-history.js';
import { releaseServices } from './services.js';

/**
 * Deletes a Rollout and, as Kubernetes does, what it owns: ReplicaSets with their pods, AnalysisRuns, Experiments and the
 * canary Ingresses of nginx. https://kubernetes.io/docs/concepts/architecture/garbage-collection/#background-deletion
 */
export function deleteRollout(cluster: Cluster, { namespace, name }: RolloutName): void {
  const rollout = cluster.get<RolloutObject>(kinds.rollout, namespace, name);
  if (!rollout) return;
  cluster.remove(rollout);
  for (const object of cluster.snapshot().values())
    if (object.metadata.namespace === namespace && isControlledBy(object, rollout)) cluster.remove(object);
}

/**
 * What the controller undoes in a namespace after a Rollout is deleted: hashes and annotations in Services and
 * DestinationRules, and parts of ALB Ingresses. VirtualServices keep their weights and managed routes.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (NewController, DeleteFunc)
 */
export function releaseObjects(cluster: Cluster, namespace: string | undefined): void {
  releaseLeft(cluster, namespace);
  releaseIngresses(cluster, namespace);
}

/**
 * What the controller undoes once a Rollout names other Services or another DestinationRule.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (NewController, UpdateFunc)
 */
export function releaseLeft(cluster: Cluster, namespace: string | undefined): void {
  releaseServices(cluster, namespace);
  releaseDestinationRules(cluster, namespace);
}
