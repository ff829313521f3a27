import type { Cluster } from '../../kubernetes/objects/cluster.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';
import type {
  RolloutObject,
  SetHeaderRoute,
  SetMirrorRoute,
} from '../../kubernetes/objects/rollout-object.js';
import type { AlbStatus, WeightDestination } from '../../kubernetes/objects/rollout-status.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';

/**
 * What a router sees of the pass that calls it. One object serves the whole pass, because routers use it as the key of what they
 * first read.
 */
export interface RoutingPass {
  /** The Rollout with its status at the start of the pass. Its namespace is that of everything it names. */
  readonly rollout: RolloutObject;
  /** Read and written in place. */
  readonly cluster: Cluster;
  readonly version: RolloutsVersion;
}

/** A list that is not empty; each pass creates new empty ones, which would defeat comparison. */
export function orNone<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list?.length === 0 ? undefined : list;
}

/** The weights that a load balancer should have. */
export interface Wanted {
  readonly rollout: RolloutObject;
  readonly weight: number;
  readonly experiments: readonly WeightDestination[];
  /** An Ingress as its load balancer knows it. */
  readonly balanced: (name: string) => KubeObject | undefined;
}

/** The answer of load balancers. */
export interface Verification {
  readonly verified: boolean;
  readonly alb: AlbStatus;
  readonly albs: readonly AlbStatus[];
}

/**
 * What the controller does with one traffic router in a pass. Each call reads the live objects and leaves them as upstream does;
 * upstream's errors are thrown as `ControllerError`.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/trafficroutingutil.go
 */
export interface Reconciler {
  /** Whether the router always reports that the weights are as desired. */
  readonly verifiesWeights?: true;
  /** Asks load balancers, if the controller runs with `--aws-verify-target-group`. */
  verify?(wanted: Wanted): Verification;
  /** Removes the routes that header and mirror steps have added. */
  removeManagedRoutes(pass: RoutingPass): void;
  setHeaderRoute(pass: RoutingPass, route: SetHeaderRoute): void;
  setMirrorRoute(pass: RoutingPass, route: SetMirrorRoute): void;
  /** Tells the router which pods are the canary's and which the stable ones. */
  updateHash(
    pass: RoutingPass,
    canaryHash: string,
    stableHash: string,
    experiments: readonly WeightDestination[],
  ): void;
  setWeight(pass: RoutingPass, weight: number, experiments: readonly WeightDestination[]): void;
}
