import type { ManagedRoute } from '../../rollouts/routers/router.js';
import type { Snapshot, Write } from '../../kubernetes/objects/cluster.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';

/** What happens to one Rollout and all objects that it affects, from the first deployment to the end of an update. */
export interface Trace {
  readonly rollout: {
    readonly namespace: string | undefined;
    readonly name: string;
    /** The file of its manifest. */
    readonly file?: string;
  };
  readonly version: RolloutsVersion;
  /** Why the deployed version may be accepted although the manifest is refused; absent if they are the same. */
  readonly doubt?: string;
  readonly frames: readonly Frame[];
  /** The file that each object comes from, by the key of the object; the controller's own objects have none. */
  readonly files: ReadonlyMap<string, string>;
  /** The names of all metrics that the analyses of the Rollout measure, and `TEMPLATE/METRIC` of those that two templates have. */
  readonly metrics: readonly string[];
  /** What was to fail and names no metric of the Rollout; absent if there is none. */
  readonly unmet?: readonly string[];
  /** What the times of frames rest on, in seconds. */
  readonly assumptions: {
    readonly readyAfter: number;
    readonly measure: number;
    readonly showsAfter: number;
  };
  /** What the trace does not show, as sentences: a router that is not simulated, an unknown object. */
  readonly notes: readonly string[];
}

export type FrameKind =
  /** The API server or the controller rejects the manifests; nothing else happens. */
  | 'invalid'
  /** The first deployment, with all pods available. */
  | 'installed'
  /** The template has changed; the new ReplicaSet has no available pods yet. */
  | 'started'
  /** The controller waits for pods; weights may still be those of the previous step. */
  | 'scaling'
  /** An analysis or experiment runs, and the rollout waits for its result. */
  | 'running'
  /** A step is complete, and the rollout waits there or continues by itself. */
  | 'step'
  /** The rollout is paused without steps: the preview of blue-green has all its pods. */
  | 'preview'
  /** After the last step, all pods belong to the new revision. */
  | 'at-scale'
  | 'promoted'
  /** No simulated event continues the update. */
  | 'stuck'
  /** The ReplicaSet of the old revision is gone. */
  | 'scaled-down'
  /** The following are branches: alternatives to the main line. */
  | 'aborted'
  | 'rolled-back'
  /** The analysis before or after the promotion of blue-green has failed. */
  | 'failed'
  /** The result of an analysis or experiment is inconclusive, and a person decides. */
  | 'inconclusive'
  /** A person has promoted the update after that. */
  | 'resumed'
  | 'canary-lost'
  /** The pods of the canary are back, but the state differs from the one before they were lost. */
  | 'recovered'
  /** The Rollout is deleted, and the controller has undone what it undoes. */
  | 'deleted';

export interface Frame {
  /** Identifies it in the command line and in links: `installed`, `step-3`, `step-3-scaling`, `step-3-aborted`. */
  readonly id: string;
  readonly kind: FrameKind;
  /** For a reader: `setWeight: 20`, `pause: 10m`, `aborted at steps[3]`. */
  readonly title: string;
  /**
   * The step that it shows, counted from 0; absent outside of steps. If a step completes at once, the status of the Rollout
   * already names the next one.
   */
  readonly step: number | undefined;
  /**
   * Undefined on the main line. In a branch, the previous frame; for its first frame, the one of the main line that it leaves.
   */
  readonly from: string | undefined;
  /** What happened between the previous frame (or `from`) and this one; absent if the controller continued by itself. */
  readonly event: string | undefined;
  /** Seconds since the update began, as far as the manifests and the assumptions tell; undefined before it. */
  readonly at: number | undefined;
  /** Set if it lasts until a person promotes; the times assume that this happens at once. */
  readonly waitsForPerson?: boolean;
  /** The canary's share of the traffic as written to the routers, in percent; undefined without a router. */
  readonly weight: number | undefined;
  readonly replicas: Replicas;
  /** The managed routes that exist, in the order of matching. */
  readonly routes: readonly ManagedRoute[];
  /** Every object that the rollout reads or writes, at this moment. */
  readonly objects: Snapshot;
  /** What the controller wrote since the previous frame (in a branch: since `from`), one write for each object. */
  readonly writes: readonly Write[];
  /** Empty without a Rollout. */
  readonly phase: string;
  readonly message: string | undefined;
  readonly errors: readonly FrameError[];
  /** False if another pass would write again, and so would every pass after it. */
  readonly isSettled: boolean;
  /** The keys of objects that each pass writes and reverts. Nothing else changes, but each write triggers the next pass. */
  readonly rewrites: readonly string[];
  /** Why no simulated event continues the update, as a sentence or upstream's words; absent unless the update ends here. */
  readonly stopsFor?: string;
  /** Set if this ends together with the pods of an aborted canary, as after every abort. */
  readonly endsItself?: boolean;
}

/** Pods by the role of their ReplicaSet. A new revision that is stable counts only as stable. */
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
  /** The condition of the Rollout, such as `InvalidSpec`; absent for errors that are only in the controller's log. */
  readonly condition: string | undefined;
  /** Upstream's own words. */
  readonly message: string;
  /** Whether it ends by itself, once all pods are available or the controller has seen its own writes. */
  readonly isTransient: boolean;
}
