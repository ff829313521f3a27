import { memoize } from '../../../src/model/memo.js';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Snapshot, told } from '../../conformance/compare.js';
import { isMap, type Json } from '../../conformance/normalise.js';
import type { Scenario } from '../../conformance/scenario.js';
import { casesOf, type PlayedCase } from './played.js';
import { recordedChanges } from './recorded-changes.js';

/** What the real controller did in one case, as digests: they tell that something differs, and `npm run conformance:impact` what. */
export interface RecordedCase {
  /** Of the scenario that was recorded. */
  readonly of: string;
  /**
   * One text for each event: digests of the passes, of what each wrote and its error, and last of all objects after them. Shorter
   * than the scenario where upstream does not always do the same.
   */
  readonly moments: readonly string[];
}

/** By change, then by moment of arrival. */
export type Recorded = Readonly<Record<string, Readonly<Record<string, RecordedCase>>>>;

export const recordedFile = path.join(__dirname, '../../../conformance/recordings/impact.json');

export function readRecorded(): Recorded {
  return (JSON.parse(readFileSync(recordedFile, 'utf8')) as { cases: Recorded }).cases;
}

export function recordedCases(name: string): readonly PlayedCase[] {
  const [before, after] = recordedChanges.get(name)!;
  return casesOf(name, before, after);
}

export function digestOf({ objects, events }: Scenario): string {
  return digest([objects, events]);
}

export function momentsOf(snapshots: readonly Snapshot[]): readonly string[] {
  return snapshots.map(({ passes, objects, isSettled }) => {
    const all = [...objects].map(([key, object]) => `${key} ${digestOfObject(object)}`);
    return [
      ...passes.map(({ error, writes }) =>
        digest([told(error) ?? null, writes.map(({ key, object }) => [key, object ? digest(object) : null])]),
      ),
      digest([isSettled, all.sort()]),
    ].join(' ');
  });
}

const digestOfObject = memoize((object: Json) => digest(object));

function digest(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex')
    .slice(0, 10);
}

/** The same value, its keys in their order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isMap(value)) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)]),
  );
}
