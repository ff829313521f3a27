import { compareOperations, compareTold, type DriftAnswer, type ToldRecording } from './argocd.js';
import { branches } from './predict.js';
import type { Recording } from './recording.js';
import { unexplained, verdictOn } from './verdict.js';

/** What is recorded and how much of it is predicted, as docs/fidelity.md has it. */
export function playFigures(
  all: readonly (readonly [name: string, recording: Recording])[],
  verdictOf = verdictOn,
): readonly (readonly [string, string])[] {
  const sum = { plays: 0, states: 0, frames: 0, known: 0, unknown: 0, branched: 0 };
  for (const [name, recording] of all) {
    const verdict = verdictOf(name, recording);
    const unknown = unexplained(verdict).length;
    const plays = Object.keys(recording.plays);
    sum.plays += plays.length;
    sum.states += verdict.states;
    sum.frames += verdict.frames;
    sum.known += verdict.deviations.length - unknown;
    sum.unknown += unknown;
    if (branches.every((branch) => plays.some((play) => play.startsWith(`${branch}@`)))) sum.branched += 1;
  }
  return [
    ['Systems, each with its main line', String(all.length)],
    ['Systems with all seven branches', String(sum.branched)],
    ['Plays: main lines and branches', String(sum.plays)],
    ['States that lasted, all of them predicted', String(sum.states)],
    ['Frames that last, all of them seen', String(sum.frames)],
    ['Fields that differ, for the reasons below', String(sum.known)],
    ['Fields that differ for other reasons', String(sum.unknown)],
  ];
}

/** The same of what Argo CD said. */
export function toldFigures(
  all: readonly (readonly [recording: ToldRecording, answerOf: (variant: string) => DriftAnswer])[],
): readonly (readonly [string, string])[] {
  const sum = { applications: 0, states: 0, frames: 0, verdicts: 0, differ: 0, syncs: 0 };
  for (const [recording, answerOf] of all) {
    const { variants } = recording;
    const operations = compareOperations(recording);
    sum.syncs += operations.compared;
    sum.differ += operations.differ.length;
    for (const [variant, { states }] of Object.entries(variants)) {
      sum.applications += 1;
      const answer = answerOf(variant);
      for (const state of states) {
        const { compared, differ } = compareTold(state, answer);
        sum.states += 1;
        sum.frames += state.frame === undefined ? 0 : 1;
        sum.verdicts += compared;
        sum.differ += differ.length;
      }
    }
  }
  return [
    ['Applications deployed by Argo CD', String(sum.applications)],
    ['States of them, of which these are frames', `${sum.states}, ${sum.frames}`],
    ['Verdicts of Argo CD on an object or an Application', String(sum.verdicts)],
    ['States in which it is compared whether a sync has ended', String(sum.syncs)],
    ['Verdicts that differ', String(sum.differ)],
  ];
}
