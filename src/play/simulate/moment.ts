import { type Cluster, type Snapshot } from '../../kubernetes/objects/cluster.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import { type Assumptions, type StartingPods } from './clock.js';

/** The simulated Rollout, its controller, and what is assumed about time. */
export interface Scene {
  readonly namespace: string;
  readonly name: string;
  readonly version: RolloutsVersion;
  readonly caches: Caches;
  /** Whether the controller runs with `--aws-verify-target-group`. */
  readonly verifiesTargetGroups: boolean;
  readonly assumptions: Assumptions;
}

/** The controller's caches, shared by all plays of a Rollout. */
export interface Caches {
  /** Whether they show the writes of a pass only after it. */
  readonly lag: boolean;
  /** Whether that could have made a difference so far. */
  mattered: boolean;
}

/** A moment that a play can return to. */
export interface Moment {
  readonly objects: Snapshot;
  readonly now: number;
  /** The hashes of pod templates so far: a ReplicaSet is found by them, whatever is added to its own template. */
  readonly podHashes?: Cluster['podHashes'];
  /** Where informers differ from the real state. */
  readonly unwritten?: Cluster['unwritten'];
  /** The pods that are about to start. */
  readonly starting?: StartingPods;
}
