import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';
import { simulation, type Simulation, type SimulateOptions } from './simulate.js';

export type PlayOptions = Pick<SimulateOptions, 'version' | 'assumptions' | 'fail' | 'effort'>;

/** An update from its beginning to rest. */
export type PlayedUpdate = Pick<Simulation, 'trace' | 'end' | 'shares' | 'awaited' | 'stopped'>;

/**
 * Plays one update of a Rollout in time, in which what is asked for goes wrong: its frames with their times and phases, how it ends,
 * and the share of the traffic that the new version has from each moment on.
 */
export function playUpdate(graph: Graph, rollout: Resource, options: PlayOptions = {}): PlayedUpdate {
  const { trace, end, shares, awaited, stopped } = simulation(graph, rollout, {
    ...options,
    branches: false,
  });
  return { trace, end, shares, awaited, stopped };
}
