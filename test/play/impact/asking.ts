import { type Disagreement, firstDisagreements } from '../../conformance/compare.js';
import type { Recorder } from '../../conformance/random.js';
import { type RecordedScenario, recordedSnapshots } from '../../conformance/recording.js';
import { type RandomChange, randomChange } from './changes.js';
import { casesOf, type PlayedCase } from './played.js';
import { momentsOf } from './recorded.js';

/** A case that was asked about, and what the real controller does otherwise. */
export interface Asked extends PlayedCase {
  readonly edits: readonly string[];
  readonly obstacle: string | undefined;
  /** Whether the real controller does now this, now what we do. */
  readonly isUnstable: boolean;
  readonly disagreements: readonly Disagreement[];
}

/** Compares a case with what was recorded. */
export function judge(
  { scenario, snapshots }: PlayedCase,
  recorded: RecordedScenario,
): Pick<Asked, 'obstacle' | 'disagreements'> {
  if (recorded.error !== undefined) return { obstacle: recorded.error, disagreements: [] };
  const theirs = recordedSnapshots(scenario, recorded);
  return { obstacle: undefined, disagreements: firstDisagreements(snapshots, theirs) };
}

/** A change by chance at each moment at which it may arrive. */
export function casesByChance(
  seed: number,
  run: number,
): readonly (PlayedCase & Pick<RandomChange, 'edits'>)[] {
  const { before, after, edits } = randomChange(seed, run);
  return casesOf(`change ${seed}/${run}`, before, after).map((played) => ({ ...played, edits }));
}

/** Asks about changes by chance until there were so many cases. */
export async function* askedByChance(
  recorder: Recorder,
  { count, seed }: { readonly count: number; readonly seed: number },
): AsyncGenerator<Asked> {
  let asked = 0;
  for (let run = 0; asked < count; run += 1)
    for (const played of casesByChance(seed, run)) {
      if (asked === count) return;
      asked += 1;
      yield await ask(recorder, played);
    }
}

/** So often is asked again where an answer differs: upstream goes through maps, and does not always do the same. */
const turns = 5;
const turnsOfRecording = 2;

async function ask(recorder: Recorder, played: PlayedCase & Pick<RandomChange, 'edits'>): Promise<Asked> {
  const first = judge(played, await recorder.ask(played.scenario));
  const isEqual = ({ obstacle, disagreements }: typeof first): boolean =>
    obstacle === undefined && disagreements.length === 0;
  if (isEqual(first)) return { ...played, ...first, isUnstable: false };
  for (let turn = 1; turn < turns; turn += 1) {
    const again = judge(played, await recorder.ask(played.scenario));
    if (isEqual(again)) return { ...played, ...first, isUnstable: true };
  }
  return { ...played, ...first, isUnstable: false };
}

/** What the recorder answers every time: the whole of it, or what is the same before its answers part. */
export async function askedForGood(recorder: Recorder, { scenario }: PlayedCase): Promise<readonly string[]> {
  let common: readonly string[] | undefined;
  for (let turn = 0; turn < turnsOfRecording; turn += 1) {
    const recorded = await recorder.ask(scenario);
    if (recorded.error !== undefined) throw new Error(`${scenario.name}: ${recorded.error}`);
    const moments = momentsOf(recordedSnapshots(scenario, recorded));
    const known = common ?? moments;
    const parts = known.findIndex((moment, index) => moment !== moments[index]);
    common = parts === -1 ? known : known.slice(0, parts);
  }
  return common ?? [];
}

export { describe } from '../../conformance/conformance.js';
export { Recorder } from '../../conformance/random.js';
export { digestOf, readRecorded, recordedCases, recordedFile } from './recorded.js';
export { recordedChanges } from './recorded-changes.js';
