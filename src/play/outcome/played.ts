import { defaultRolloutsVersion, type RolloutsVersion } from '../../kubernetes/objects/version.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { timelineOf } from '../impact/base.js';
import { servicesOfUpdates, stateOf } from '../impact/state.js';
import { type Outcome, outcomesOf, type Shot } from './outcome.js';

/** An update of a Rollout, with everything that leads to its pods, and what is wrong with it. */
export interface Played {
  readonly shots: readonly Shot[];
  readonly outcomes: readonly Outcome[];
  /** The Services that the update takes pods from, by key. */
  readonly updateServices: readonly string[];
}

/** Plays an update of a Rollout and its branches; undefined where the result is not known. */
export function playedFor(
  graph: Graph,
  rollout: Resource,
  version: RolloutsVersion = defaultRolloutsVersion,
): Played | undefined {
  const state = stateOf(graph, rollout);
  const { rejections, unread } = state.setup;
  // What the controller does with what it cannot decode is not known.
  if (unread.length > 0 && rejections.length === 0) return undefined;
  const timeline = timelineOf(state, { version });
  if (rejections.length > 0) timeline.reject(rejections);
  else {
    timeline.playMainLine(undefined);
    timeline.playBranches();
  }
  const shots = timeline.frames.map((frame) => ({
    frame,
    objects: timeline.moments.get(frame.id)?.objects ?? frame.objects,
  }));
  const updateServices = servicesOfUpdates(state);
  return { shots, outcomes: outcomesOf(shots, new Set(updateServices)), updateServices };
}
