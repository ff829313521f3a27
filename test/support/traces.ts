import { readGraph } from '../../src/repository/graph/read-graph.js';
import { simulate, type SimulateOptions } from '../../src/play/simulate/simulate.js';
import type { Frame, Trace } from '../../src/play/simulate/trace.js';
import { filesBelow, fileSource, textSource } from './sources.js';

/** The trace of the only Rollout of some manifests. */
export function traceOf(yaml: string, options: SimulateOptions = {}): Trace {
  return traceIn([textSource('/manifests/all.yaml', yaml)], options);
}

/** The trace of the only Rollout of a folder. */
export function traceOfFolder(folder: string, options: SimulateOptions = {}): Trace {
  return traceIn(filesBelow(folder).map(fileSource), options);
}

function traceIn(sources: readonly ReturnType<typeof textSource>[], options: SimulateOptions): Trace {
  const { graph } = readGraph(sources);
  const [rollout, another] = graph.rollouts;
  if (!rollout || another) throw new Error('A test simulates one Rollout.');
  return simulate(graph, rollout, options);
}

export function frameCalled({ frames }: Trace, id: string): Frame {
  const frame = frames.find((one) => one.id === id);
  if (!frame) throw new Error(`No frame ${id} among ${frames.map((one) => one.id).join(', ')}`);
  return frame;
}

/** A frame as timelines write it: `step-1: 20, canary 2/2, stable 8/8, routes h m`. */
function summary({ id, weight, replicas, routes }: Frame): string {
  const pods = ({ desired, available }: Frame['replicas']['stable']): string => `${available}/${desired}`;
  const parts = [
    ...(weight === undefined ? [] : [String(weight)]),
    `canary ${pods(replicas.canary)}`,
    `stable ${pods(replicas.stable)}`,
    ...(pods(replicas.others) === '0/0' ? [] : [`old ${pods(replicas.others)}`]),
    ...(routes.length === 0 ? [] : [`routes ${routes.map(({ name }) => name).join(' ')}`]),
  ];
  return `${id}: ${parts.join(', ')}`;
}

/** The frames of the main line. */
export function mainLine({ frames }: Trace): readonly string[] {
  return frames.filter(({ from }) => from === undefined).map(summary);
}

/** The frames of a branch from a frame. */
export function branches({ frames }: Trace, id: string): readonly string[] {
  return frames.filter((frame) => frame.from !== undefined && frame.id.startsWith(`${id}-`)).map(summary);
}

/** An object of a frame as plain data. */
export function objectIn(frame: Frame, key: string): Record<string, unknown> {
  const object = frame.objects.get(key);
  if (!object) throw new Error(`No object ${key} among ${[...frame.objects.keys()].join(', ')}`);
  return object as unknown as Record<string, unknown>;
}
