import { defaultRolloutsVersion, type RolloutsVersion } from '../cluster/version.js';
import type { Graph } from '../graph/graph.js';
import type { Resource } from '../model/resource.js';
import { clusterOf } from './cluster-of.js';
import { Timeline } from './timeline.js';
import type { Trace } from './trace.js';

export interface SimulateOptions {
  readonly version?: RolloutsVersion;
  /** The step at which the update is aborted, counted from 0; then there are no branches. */
  readonly abortAt?: number | undefined;
  /** False for the main line alone, which takes a quarter of the time. */
  readonly branches?: boolean;
}

/**
 * Plays the first deployment of a Rollout and one update, pass by pass of its controller, and what would happen if the
 * update were aborted, taken back or lost its pods at each step. Whatever is wrong with the manifests is part of the trace.
 */
export function simulate(graph: Graph, rollout: Resource, options: SimulateOptions = {}): Trace {
  const { version = defaultRolloutsVersion, abortAt, branches = abortAt === undefined } = options;
  const setup = clusterOf(graph, rollout);
  const timeline = new Timeline(setup, version);
  if (setup.rejections.length > 0) timeline.reject(setup.rejections);
  else {
    timeline.playMainLine(abortAt);
    if (branches) timeline.playBranches();
  }
  return {
    rollout: {
      namespace: graph.namespace(rollout) ?? rollout.namespace,
      name: rollout.name,
      file: rollout.source.name,
    },
    version,
    frames: timeline.frames,
    files: setup.files,
    notes: [...setup.notes, ...timeline.notes],
  };
}
