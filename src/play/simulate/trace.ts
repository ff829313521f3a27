import type { ManagedRoute } from '../../rollouts/routers/router.js';
import type { Snapshot, Write } from '../../kubernetes/objects/cluster.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';

/** What happens to one Rollout and to all that it touches, from the first deployment to the end of an update. */
export interface Trace {
  readonly rollout: {
    readonly namespace: string | undefined;
    readonly name: string;
    /** The file of its manifest. */
    readonly file?: string;
  };
  readonly version: RolloutsVersion;
  /** Why what is deployed may be accepted where what is written is refused; absent where it is the same. */
  readonly doubt?: string;
  readonly frames: readonly Frame[];
  /** The file that each object comes from, by the key of the object; the controller's own objects have none. */
  readonly files: ReadonlyMap<string, string>;
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
  /** An analysis or experiment runs, and the rollout waits for what it says. */
  | 'running'
  /** A step has done its part and the rollout waits there, or goes on by itself. */
  | 'step'
  /** The rollout is paused where there are no steps: the preview of blue-green has all its pods. */
  | 'preview'
  /** Behind the last step, all pods are those of the new revision. */
  | 'at-scale'
  | 'promoted'
  /** Nothing that is simulated moves the update on. */
  | 'stuck'
  /** The ReplicaSet of the old revision is gone. */
  | 'scaled-down'
  /** From here on a branch: what would happen instead. */
  | 'aborted'
  | 'rolled-back'
  | 'canary-lost'
  /** The pods of the canary are back, and not everything is as it was before they were lost. */
  | 'recovered'
  /** The Rollout is gone, and the controller has taken back what it takes back. */
  | 'deleted';

export interface Frame {
  /** Names it in the command line and in links: `installed`, `step-3`, `step-3-scaling`, `step-3-aborted`. */
  readonly id: string;
  readonly kind: FrameKind;
  /** For a reader: `setWeight: 20`, `pause: 10m`, `aborted at steps[3]`. */
  readonly title: string;
  /**
   * The step that it shows, counted from 0; absent outside of steps. Where a step is done at once, the status of the
   * Rollout names the next one already.
   */
  readonly step: number | undefined;
  /** Undefined on the main line. In a branch the frame before: at first the one of the main line that it leaves. */
  readonly from: string | undefined;
  /** What happened between the frame before (or `from`) and this one; absent where the controller went on by itself. */
  readonly event: string | undefined;
  /** The canary's share of the traffic as written to the routers, in percent; undefined without a router. */
  readonly weight: number | undefined;
  readonly replicas: Replicas;
  /** The header and mirror routes that exist, in the order in which they are tried. */
  readonly routes: readonly ManagedRoute[];
  /** Every object that the rollout reads or writes, as it is then. */
  readonly objects: Snapshot;
  /** What the controller wrote since the frame before (in a branch: since `from`), one write for each object. */
  readonly writes: readonly Write[];
  /** Empty without a Rollout. */
  readonly phase: string;
  readonly message: string | undefined;
  readonly errors: readonly FrameError[];
  /** False where one more pass would write something again, and so every pass after it. */
  readonly isSettled: boolean;
  /**
   * The keys of objects that each pass writes and takes back. Nothing else changes then, but each write starts the next pass.
   */
  readonly rewrites: readonly string[];
  /** Set where that ends by itself, with the pods of an aborted canary, as it does after every abort. */
  readonly endsItself?: boolean;
}

/** Pods by what their ReplicaSet is to the Rollout. A new revision that is stable counts as stable only. */
export interface Replicas {
  readonly stable: ReplicaCounts;
  /** Those of the new revision: the canary, or the preview of blue-green. */
  readonly canary: ReplicaCounts;
  /** Of all other revisions together, such as the one that was stable until the promotion. */
  readonly others: ReplicaCounts;
}

export interface ReplicaCounts {
  readonly desired: number;
  readonly available: number;
}

export interface FrameError {
  /** The condition of the Rollout, such as `InvalidSpec`; absent for what is found in the controller's log only. */
  readonly condition: string | undefined;
  /** Upstream's own words. */
  readonly message: string;
  /** Whether it goes away by itself: as soon as all pods are available or the controller has seen what it has written. */
  readonly isTransient: boolean;
}
