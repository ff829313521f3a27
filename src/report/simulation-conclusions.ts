import { hasFailed } from '../play/drift/judged.js';
import { isRestless } from '../play/outcome/outcome.js';
import type { Frame, Trace } from '../play/simulate/trace.js';
import { abortConclusions } from './abort-conclusions.js';
import { type Conclusion, shortList } from './conclusions.js';
import { durationText } from './durations.js';
import { errorGroups, errorText } from './frame-errors.js';
import { outcomeConclusions } from './outcome-conclusions.js';

/** The conclusions of a simulation: errors of the controller, passes that never settle, and what is not shown. */
export function simulationConclusions({ frames, notes, assumptions }: Trace): readonly Conclusion[] {
  return [
    ...errorGroups(frames).map(({ ids, error }): Conclusion => ({
      // Every update of such a Rollout has transient errors; but only some are Degraded for a time.
      level: !error.isTransient ? 'error' : error.condition === undefined ? 'info' : 'warning',
      text: `${shortList(ids, 'frames')}: ${errorText(error)}`,
      frames: ids,
    })),
    ...outcomeConclusions(frames),
    ...abortConclusions(frames),
    ...readyTimes(frames, assumptions),
    ...notes.map((text): Conclusion => ({ level: 'info', text, frames: [] })),
  ];
}

/** What the times of frames rest on. */
function readyTimes(frames: readonly Frame[], { readyAfter }: Trace['assumptions']): readonly Conclusion[] {
  if (frames.every(({ at }) => at === undefined)) return [];
  const waiting = frames.filter(({ waitsForPerson }) => waitsForPerson);
  const [undecided, paused] = [true, false].map((isUndecided) =>
    waiting.filter(({ kind }) => (kind === 'inconclusive') === isUndecided).map(({ id }) => id),
  ) as [string[], string[]];
  const person =
    paused.length === 0 ? '' : `, and that a person acts at once at ${shortList(paused, 'frames')}`;
  const text = `Times assume that pods are ready after ${durationText(readyAfter)}${person}.`;
  return [
    { level: 'info', text, frames: paused },
    ...undecided.map((id): Conclusion => ({
      level: 'warning',
      text: `${id}: the update waits until a person promotes or aborts it.`,
      frames: [id],
    })),
  ];
}

/** Whether a frame has an error that is not transient. */
export function isWrong(frame: Frame): boolean {
  return hasFailed(frame) || isRestless(frame);
}
