import type { RolloutHealth } from '../../argocd/rollout-health.js';
import type { ArgoCdVersion } from '../../argocd/version.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Faults } from '../../model/fault.js';
import type { Resource } from '../../model/resource.js';
import type { Frame, Trace } from '../simulate/trace.js';
import type { Deployer } from './applications.js';
import type { Argo } from './argo.js';
import type { DerivedEntry } from './entries.js';
import type { Frozen } from './frozen.js';
import type { Hidden } from './hidden.js';
import type { Lasting } from './lasting.js';
import type { Fault } from './mending.js';
import type { Subject } from './subject.js';
import type { SyncDrift } from './syncs.js';
import { type Tell, tellDrifts } from './tell.js';
import type { Status, Verdict } from './verdict.js';
import type { UnsimulatedRouter } from '../../rollouts/routers/others.js';

export interface DriftOptions {
  readonly argocd?: ArgoCdVersion;
  readonly rollouts?: RolloutsVersion;
  /** False for the main line only. */
  readonly branches?: boolean;
  /**
   * Collects what fails for one Rollout or Application so that the others are still compared; without it, errors are thrown.
   */
  readonly faults?: Faults;
  /**
   * How many comparisons are kept at a time while they wait for other Rollouts of their Application, in units of effort. Others
   * are computed again when they are reported.
   */
  readonly mostKept?: number;
  /** Whether an Application that deploys nothing is reported; all are without it. */
  readonly concerns?: (application: Resource) => boolean;
  /** Called before each Rollout with the number of compared Rollouts and the total. */
  readonly onRollout?: ((done: number, of: number) => void) | undefined;
}

/** The sync status of Rollouts at each moment of an update. */
export interface DriftReport {
  readonly drifts: readonly Drift[];
  /** Applications that deploy nothing that was read. */
  readonly leftOut: readonly Resource[];
  readonly notes: readonly string[];
}

/** How one Application sees one Rollout and its objects. */
export interface Drift {
  readonly deployer: Deployer;
  readonly trace: Trace;
  readonly objects: readonly ObjectDrift[];
  readonly frames: readonly FrameDrift[];
  /** Harmful pointers and expressions of the Application. */
  readonly faults: readonly Fault[];
  /** The entries that it lacks. */
  readonly entries: readonly DerivedEntry[];
  /** The effects of syncs at the frames of the main line. */
  readonly syncs: readonly SyncDrift[];
  readonly argo: Argo;
  /** Sync options that the Application lacks. */
  readonly options: readonly string[];
  /** Fields of Git that are no longer deployed. */
  readonly frozen: readonly (Frozen & { readonly subject: Subject })[];
  /** Objects that are permanently OutOfSync. */
  readonly lasting: readonly (Lasting & { readonly subject: Subject })[];
  /** Further fields that entries hide. */
  readonly hidden: readonly (Hidden & { readonly subject: Subject })[];
  /** Routers whose objects are not compared; empty if nothing is. */
  readonly unsimulated: readonly UnsimulatedRouter[];
  readonly notes: readonly string[];
}

export interface ObjectDrift {
  readonly subject: Subject;
  /** The verdict on the object in each frame, by the id of the frame. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

export interface FrameDrift {
  readonly frame: Frame;
  /** The status of the Application, as far as these objects determine it. */
  readonly status: Status;
  /** The health of the Rollout; undefined if it does not exist, or another Application or a script decides on it. */
  readonly health: RolloutHealth | undefined;
}

/** Compares Git with what the controller writes, as each Application that deploys the Rollouts does. */
export function driftOf(
  graph: Graph,
  rollouts: readonly Resource[],
  options: DriftOptions = {},
): DriftReport {
  const told: (readonly Drift[])[] = [];
  const tell: Tell = (drifts, place) => (told[place] = drifts);
  const rest = tellDrifts(graph, rollouts, tell, options);
  return { drifts: told.flat(), ...rest };
}
