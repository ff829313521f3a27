import { isRollout, steps } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Place } from '../../model/source.js';
import { durationText } from '../../report/durations.js';
import type { Frame, Trace } from '../../play/simulate/trace.js';
import type { Graph } from '../../repository/graph/graph.js';
import { resourcesIn } from './at.js';
import { mainLine } from './controller-writes.js';

/** A string that is shown behind a place. */
export interface Hint {
  readonly place: Place;
  readonly text: string;
}

/** How many Rollouts of a file are played for it. */
const mostRollouts = 10;

/** The share, the pods and the time at which each step of the Rollouts of a file is complete, if the update goes well. */
export function hintsOf(graph: Graph, path: string): readonly Hint[] {
  return resourcesIn(graph, path)
    .filter((resource) => isRollout(resource) && resource.isReadable && steps(resource).length > 0)
    .slice(0, mostRollouts)
    .flatMap((rollout) => {
      const trace = mainLine(graph, rollout);
      return trace ? hintsFor(steps(rollout), trace) : [];
    });
}

function hintsFor(all: readonly Field[], { frames }: Trace): readonly Hint[] {
  return all.flatMap((step, index) => {
    const [entry] = step.entries;
    const frame = frames.findLast((one) => one.kind === 'step' && one.step === index);
    if (!entry || !frame || entry.keyPlace.start < 0) return [];
    const { place, keyPlace, shape } = entry;
    return [{ place: shape === 'scalar' ? place : keyPlace, text: frameWords(frame) }];
  });
}

function frameWords({ weight, replicas: { canary }, at }: Frame): string {
  const pods = `${canary.desired} canary ${canary.desired === 1 ? 'pod' : 'pods'}`;
  return [
    ...(weight === undefined ? [] : [`${Math.round(weight)} %`]),
    pods,
    ...(at === undefined ? [] : [`after ${durationText(at)}`]),
  ].join(', ');
}
