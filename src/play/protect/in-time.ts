import { type End, outlasted } from '../../rollouts/analysis/time-left.js';
import { durationText } from '../../rollouts/analysis/timing.js';
import type { PlayedUpdate } from '../simulate/play-update.js';
import { type Gate, type Gates, lateWords } from './gates.js';

/**
 * The gates, with the reason where one cannot fail before an update that goes well is over. What is written in the manifests alone allows
 * pods as much time as the deadline does; in the played update they take what is assumed.
 */
export function gatesInTime({ gates, unknown }: Gates, good: PlayedUpdate): Gates {
  return { gates: gates.map((gate) => gateInTime(gate, good)), unknown };
}

function gateInTime(gate: Gate, good: PlayedUpdate): Gate {
  const late = gate.idle === undefined ? outlasted(gate, endFor(gate, good)) : undefined;
  return late ? { ...gate, idle: lateWords(late) } : gate;
}

/** The end of an update for a background analysis; undefined if a person decides when that is. */
function endFor(
  { isBackground, startingStep }: Gate,
  { trace: { frames }, end }: PlayedUpdate,
): End | undefined {
  if (!isBackground || startingStep === undefined || end !== 'promoted') return undefined;
  const own = frames.filter(({ from }) => from === undefined);
  const over = own.find(({ kind }) => kind === 'promoted')?.at;
  // The earliest moment at which the controller may start it.
  const start = own.find(({ kind, step }) => kind === 'step' && step === startingStep - 1)?.at ?? 0;
  if (over === undefined || own.some(({ waitsForPerson }) => waitsForPerson === true)) return undefined;
  const before = Math.max(0, over - start);
  // How long it lasts at least is not asked of an update that was played.
  return {
    before,
    least: 0,
    words: `the update is over ${durationText(before)} after that start`,
    rests: [],
  };
}
