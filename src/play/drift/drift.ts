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

export interface DriftOptions {
  readonly argocd?: ArgoCdVersion;
  readonly rollouts?: RolloutsVersion;
  /** False for the main line alone. */
  readonly branches?: boolean;
  /** Where to note what fails at one Rollout or Application, so that the others are compared; thrown without it. */
  readonly faults?: Faults;
  /**
   * What is kept at a time of what was compared and waits for other Rollouts of its Application, by what it took to play it;
   * the rest is compared once more when it is told.
   */
  readonly mostKept?: number;
  /** Called before each Rollout with how many have been compared, of how many. */
  readonly onRollout?: ((done: number, of: number) => void) | undefined;
}

/** What Argo CD says of Rollouts at each moment of an update. */
export interface DriftReport {
  readonly drifts: readonly Drift[];
  /** Applications that deploy nothing of what was read. */
  readonly leftOut: readonly Resource[];
  readonly notes: readonly string[];
}

/** What one Application says of one Rollout and its objects. */
export interface Drift {
  readonly deployer: Deployer;
  readonly trace: Trace;
  readonly objects: readonly ObjectDrift[];
  readonly frames: readonly FrameDrift[];
  /** Pointers and expressions of the Application that do harm. */
  readonly faults: readonly Fault[];
  /** What it has to ignore besides. */
  readonly entries: readonly DerivedEntry[];
  /** What syncs do at the frames of the main line. */
  readonly syncs: readonly SyncDrift[];
  readonly argo: Argo;
  /** Sync options that the Application lacks. */
  readonly options: readonly string[];
  /** What of Git is not deployed any more. */
  readonly frozen: readonly (Frozen & { readonly subject: Subject })[];
  /** What stays different for ever. */
  readonly lasting: readonly (Lasting & { readonly subject: Subject })[];
  /** What entries hide besides. */
  readonly hidden: readonly (Hidden & { readonly subject: Subject })[];
  readonly notes: readonly string[];
}

export interface ObjectDrift {
  readonly subject: Subject;
  /** What is said of it in each frame, by the id of the frame. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

export interface FrameDrift {
  readonly frame: Frame;
  /** What is said of the Application, as far as these objects are concerned. */
  readonly status: Status;
}

/** Compares what the controller makes of Rollouts with Git, as Argo CD does for each Application that deploys them. */
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
