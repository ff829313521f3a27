import type { Snapshot, Write } from '../cluster/cluster.js';
import type { RolloutsVersion } from '../cluster/version.js';

/** What happens to one Rollout and to all that it touches, from the first deployment to the end of an update. */
export interface Trace {
  readonly rollout: { readonly namespace: string | undefined; readonly name: string };
  readonly version: RolloutsVersion;
  readonly frames: readonly Frame[];
  /** What the trace does not show, in a sentence each: a router that is not simulated, an object that is not known. */
  readonly notes: readonly string[];
}

export type FrameKind =
  /** The API server or the controller rejects the manifests; nothing else happens. */
  | 'invalid'
  /** The first deployment, with all pods available. */
  | 'installed'
  /** The template has changed; the new ReplicaSet has no available pod yet. */
  | 'started'
  /** The controller waits for pods; weights may still be those of the step before. */
  | 'scaling'
  /** A step has done its part and the rollout waits there, or goes on by itself. */
  | 'step'
  /** Behind the last step, all pods are those of the new revision. */
  | 'at-scale'
  | 'promoted'
  /** The ReplicaSet of the old revision is gone. */
  | 'scaled-down'
  /** From here on a branch: what would happen instead. */
  | 'aborted'
  | 'rolled-back'
  | 'canary-lost';

export interface Frame {
  /** Names it in the command line and in links: `installed`, `step-3`, `step-3-scaling`, `step-3-aborted`. */
  readonly id: string;
  readonly kind: FrameKind;
  /** For a reader: `setWeight: 20`, `pause: 10m`, `aborted at step 3`. */
  readonly title: string;
  /** `status.currentStepIndex`; absent before the first update and without steps. */
  readonly step: number | undefined;
  /** The frame that a branch leaves from. */
  readonly from: string | undefined;
  /** The canary's share of the traffic as written to the routers, in percent; undefined without a router. */
  readonly weight: number | undefined;
  readonly replicas: { readonly stable: ReplicaCounts; readonly canary: ReplicaCounts };
  /** The header and mirror routes that exist, in the order in which they are tried. */
  readonly routes: readonly ManagedRoute[];
  /** Every object that the rollout touches, as it is then. */
  readonly objects: Snapshot;
  /** What the controller wrote since the frame before (for a branch: since `from`). */
  readonly writes: readonly Write[];
  readonly phase: string;
  readonly message: string | undefined;
  readonly errors: readonly FrameError[];
  /** False where one more pass would go on writing: the controller never comes to rest. */
  readonly isSettled: boolean;
}

export interface ReplicaCounts {
  readonly desired: number;
  readonly available: number;
}

export interface ManagedRoute {
  readonly name: string;
  readonly kind: 'header' | 'mirror';
}

export interface FrameError {
  /** The condition of the Rollout, such as `InvalidSpec`; absent for what is found in the controller's log only. */
  readonly condition: string | undefined;
  /** Upstream's own words. */
  readonly message: string;
}
