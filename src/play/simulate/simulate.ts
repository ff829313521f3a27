import { defaultRolloutsVersion, type RolloutsVersion } from '../../kubernetes/objects/version.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { Graph } from '../../repository/graph/graph.js';
import { steps } from '../../kubernetes/kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import { expectedIn, type Unread } from '../../rollouts/controllers/unread.js';
import { type Dropped, fieldPath as pathInWords } from './admission.js';
import { clusterOf, type Setup } from './cluster-of.js';
import { knownHomeOf } from './namespaces.js';
import { assumedFor, type Assumptions } from './clock.js';
import {
  type Failing,
  idleNotes,
  type Measured,
  measuredIn,
  metricNames,
  placed,
  unmetOf,
} from './failing.js';
import type { End } from './main-line.js';
import type { Share } from './share.js';
import { type Effort, effortOf } from './effort.js';
import type { Moment } from './moment.js';
import { cachesNotes } from './rewrites.js';
import { type Stopped, Timeline } from './timeline.js';
import type { Trace } from './trace.js';

export interface SimulateOptions {
  readonly version?: RolloutsVersion;
  /** The step at which the update is aborted, counted from 0; there are no branches then. */
  readonly abortAt?: number | undefined;
  /** False for the main line only, which takes a quarter of the time. */
  readonly branches?: boolean;
  /** What the manifests do not say about time. */
  readonly assumptions?: Assumptions | undefined;
  /** What goes wrong in the update; there are no branches then. */
  readonly fail?: readonly Failing[] | undefined;
  /** The effort that this and other simulations may take together. */
  readonly effort?: Effort;
}

/**
 * Simulates the first deployment of a Rollout and one update, pass by pass of its controller, and what happens if the update is
 * aborted, rolled back or loses its pods at each step. Errors in the manifests are part of the trace. Throws a LimitError if
 * the input is too large.
 */
export function simulate(graph: Graph, rollout: Resource, options: SimulateOptions = {}): Trace {
  return simulation(graph, rollout, options).trace;
}

/** A trace, and the whole cluster at each of its frames, as a start for other simulations. */
export interface Simulation {
  readonly trace: Trace;
  /** By the id of the frame. */
  readonly moments: ReadonlyMap<string, Moment>;
  /** How the update ended; undefined if it did not begin. */
  readonly end: End | undefined;
  /** When the controller stopped the update by itself; undefined if it did not. */
  readonly stopped: Stopped | undefined;
  /** The share of the traffic that the new version has: 0 at first, then from each of these moments on. */
  readonly shares: readonly Share[];
  /** That share where the update waits for a person, by the id of the frame. */
  readonly awaited: ReadonlyMap<string, number>;
  /** The namespace of the Rollout, assumed or not. */
  readonly namespace: string;
  /** Fields of the manifests that never reach the cluster, by the key of the object in frames. */
  readonly dropped: ReadonlyMap<string, readonly Dropped[]>;
  /** The effort that it took; a comparison takes the same again. */
  readonly taken: number;
}

export function simulation(graph: Graph, rollout: Resource, options: SimulateOptions = {}): Simulation {
  const { version = defaultRolloutsVersion, abortAt, assumptions } = options;
  const setup = clusterOf(graph, rollout);
  const measured = measuredBy(setup);
  const { fail: asked = [] } = options;
  const unmet = unmetOf(asked, measured);
  const failures = asked.map((failing) => ({ failing, placed: placed(failing, measured) }));
  const fail = failures.flatMap((one) => one.placed);
  const { branches = abortAt === undefined && asked.length === 0 } = options;
  const taken = effortOf(setup, steps(rollout).length);
  options.effort?.spend(taken, rollout.name, setup.manifests);
  const play = (cachesLag: boolean): Timeline => {
    const timeline = new Timeline(setup, version, { cachesLag, assumptions, fail });
    if (setup.rejections.length > 0) timeline.reject(setup.rejections);
    else {
      timeline.playMainLine(abortAt);
      if (branches) timeline.playBranches();
    }
    return isReadWhole(setup, timeline) ? timeline : unknown();
  };
  const unknown = (): Timeline => {
    const timeline = new Timeline(setup, version, { cachesLag: true });
    timeline.reject(setup.unread.map(unreadMessage), 'not read by the controller');
    return timeline;
  };
  // As in a cluster: the controller's caches show its writes after the pass.
  const timeline = play(true);
  const others = timeline.caches.mattered
    ? cachesNotes(timeline.frames, timeline.freshFrames ?? play(false).frames)
    : [];
  const idle =
    unmet.length > 0 || timeline.end === undefined ? [] : idleNotes(failures, measured, timeline.failures);
  const trace: Trace = {
    rollout: {
      namespace: knownHomeOf(graph, rollout),
      name: rollout.name,
      file: rollout.source.name,
    },
    version,
    ...(setup.doubt === undefined ? {} : { doubt: setup.doubt }),
    frames: timeline.frames,
    files: setup.files,
    metrics: metricNames(measured),
    ...(unmet.length === 0 ? {} : { unmet }),
    assumptions: assumedFor(timeline.template, assumptions),
    notes: [...setup.notes, ...timeline.notes, ...idle, ...others],
  };
  const { moments, end, shares, awaited, stopped } = timeline;
  return {
    trace,
    moments,
    end,
    shares,
    awaited,
    stopped,
    namespace: setup.namespace,
    dropped: setup.dropped,
    taken,
  };
}

/** None if the API server refuses a manifest, which may then have any shape. */
function measuredBy({ cluster, namespace, name, rejections, unread }: Setup): readonly Measured[] {
  if (rejections.length + unread.length > 0) return [];
  const rollout = cluster.get<RolloutObject>(kinds.rollout, namespace, name);
  return rollout ? measuredIn(cluster, rollout) : [];
}

/** Whether the controller's reaction to a Rollout that it cannot fully decode is known; it is for a skipped volume. */
function isReadWhole({ unread }: Setup, { frames }: Timeline): boolean {
  return unread.length === 0 || (frames[0]?.kind === 'invalid' && !unread.some(({ isEnd }) => isEnd));
}

function unreadMessage(unread: Unread): string {
  const path = pathInWords(unread.path);
  return `${path} is ${JSON.stringify(unread.value)}; the controller cannot read it, because it is not ${expectedIn(unread)}. It continues without this field, and possibly others; this is not simulated.`;
}
