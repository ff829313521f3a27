import type { Cluster } from '../cluster/cluster.js';
import type { KubeObject, Labels, ObjectMeta } from '../cluster/object.js';
import type { LabelSelector, PodTemplate, RolloutObject, RolloutStatus } from '../cluster/rollout-object.js';
import type { RolloutsVersion } from '../cluster/version.js';

export interface ReplicaSetObject extends KubeObject {
  readonly metadata: ObjectMeta & { readonly annotations?: Labels };
  readonly spec: {
    readonly replicas: number;
    readonly selector?: LabelSelector;
    readonly template: PodTemplate;
    readonly minReadySeconds?: number;
  };
  /** Written by kube-controller-manager, never by the Rollouts controller. */
  readonly status?: {
    readonly replicas: number;
    readonly readyReplicas?: number;
    readonly availableReplicas?: number;
  };
}

/**
 * What one pass over one Rollout knows and prepares.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/context.go
 */
export interface RolloutContext {
  readonly cluster: Cluster;
  readonly version: RolloutsVersion;
  /** As it was when the pass began, with the template and selector of its workloadRef filled in. */
  readonly rollout: RolloutObject;
  /** The ReplicaSet of the desired template; upstream's newRS. Absent until it is created. */
  newRS: ReplicaSetObject | undefined;
  readonly stableRS: ReplicaSetObject | undefined;
  /** All others, oldest first. */
  readonly otherRSs: readonly ReplicaSetObject[];
  readonly allRSs: readonly ReplicaSetObject[];
  /** What the pass will write as the status at its end. */
  newStatus: RolloutStatus;
  /** The weight that this pass has asked of the routers; undefined when none was asked. */
  newWeights?: NonNullable<RolloutStatus['canary']>['weights'];
}
