import { defaultRolloutsVersion, type RolloutsVersion } from '../../kubernetes/objects/version.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { timelineOf } from '../impact/base.js';
import { servicesOfUpdates, stateOf } from '../impact/state.js';
import { type Outcome, outcomesOf } from './outcome.js';

/** What is wrong with an update of a Rollout, with everything that leads to its pods. */
export function outcomesFor(
  graph: Graph,
  rollout: Resource,
  version: RolloutsVersion = defaultRolloutsVersion,
): readonly Outcome[] {
  const state = stateOf(graph, rollout);
  const { rejections, unread } = state.setup;
  // What the controller does with what it cannot decode is not known.
  if (unread.length > 0 && rejections.length === 0) return [];
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
  return outcomesOf(shots, new Set(servicesOfUpdates(state)));
}
