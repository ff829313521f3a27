import { deviations } from './deviations.js';
import { judge, missed } from './judge.js';
import { predict } from './predict.js';
import { readPlay, type Recording } from './recording.js';

/** What became of one system that was recorded. */
export interface Verdict {
  readonly states: number;
  readonly frames: number;
  /** What was otherwise than predicted, a sentence each. */
  readonly deviations: readonly string[];
}

/** Holds what is predicted of a system against what was recorded of it. */
export function verdictOn(name: string, recording: Recording): Verdict {
  const predicted = predict({ name, manifests: recording.manifests });
  let [states, frames] = [0, 0];
  const found = Object.keys(recording.plays).flatMap((play) => {
    const expected = predicted.get(play) ?? [];
    const judged = judge(readPlay(recording, play), expected, recording.defaults, recording);
    states += judged.length;
    frames += expected.filter(({ lasts }) => lasts).length;
    const told = judged.map((state) => ({
      ...state,
      differences: state.differences.map((text) => `${name} ${play} [${state.event}] ${text}`),
    }));
    // What differs from a frame for a known reason alone is that frame.
    const seen = told.map((state) =>
      state.frames.length === 0 && state.differences.every(isKnown) ? { ...state, frames: [state.nearest] } : state,
    );
    return [
      ...told.filter((state) => state.frames.length === 0).flatMap((state) => state.differences),
      ...missed(expected, seen).map((id) => `${name} ${play} ${id} was not there`),
    ];
  });
  return { states, frames, deviations: found };
}

function isKnown(text: string): boolean {
  return deviations.some(({ where }) => where.test(text));
}

/** What nobody has a reason for. */
export function unexplained({ deviations: found }: Verdict): readonly string[] {
  return found.filter((text) => !isKnown(text));
}
