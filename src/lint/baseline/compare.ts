import { append } from '../../model/multimap.js';
import { type Finding, severities, type Severity } from '../../model/finding.js';
import { findingsJson } from '../../report/json.js';
import { countOf, type Entry, entryOf, keyOf, movableKeyOf, talliedKeyOf } from './entry.js';

/** What a baseline makes of findings. */
export interface Compared {
  /** Those that it does not know, as far as it does not. */
  readonly fresh: readonly Finding[];
  /** Those that it knows. */
  readonly known: readonly Finding[];
  /** Entries for what it knows, and for nothing else. */
  readonly entries: readonly Entry[];
  readonly freshEntries: readonly Entry[];
}

/** Compares findings with a baseline, which calls the file of each as `fileOf` does. No two findings are of one entry unless it counts them. */
export function compare(
  findings: readonly Finding[],
  baseline: readonly Entry[],
  fileOf: (finding: Finding) => string,
): Compared {
  const slots = baseline.map((entry): Slot => ({ entry, left: entry.count, more: entry.more }));
  const all = findingsJson(findings).map((json, index): Judged => {
    const finding = findings[index]!;
    return { finding, entry: entryOf(json, fileOf(finding)), isKnown: false, knownMore: 0 };
  });
  take(all, slots, keyOf);
  take(all, slots, movableKeyOf);
  takeTallied(all, slots);
  return {
    fresh: all.flatMap(freshOf),
    known: all.flatMap(knownOf),
    entries: all.flatMap(({ entry, isKnown, knownMore }) => partOf(entry, isKnown ? 1 : 0, knownMore)),
    freshEntries: all.flatMap(({ entry, isKnown, knownMore }) =>
      partOf(entry, isKnown ? 0 : 1, entry.more - knownMore),
    ),
  };
}

/** An entry, and how many findings of it are still to be met. */
interface Slot {
  readonly entry: Entry;
  left: number;
  more: number;
}

interface Judged {
  readonly finding: Finding;
  readonly entry: Entry;
  isKnown: boolean;
  /** How many of those that it counts are known. */
  knownMore: number;
}

/** Finds for each finding an entry with the same key, which must have been as grave. */
function take(all: readonly Judged[], slots: readonly Slot[], key: (entry: Entry) => string): void {
  const byKey = new Map<string, Slot[]>();
  for (const slot of slots.toReversed())
    if (slot.left > 0) append(byKey, `${slot.entry.severity} ${key(slot.entry)}`, slot);
  for (const judged of all) {
    if (judged.isKnown) continue;
    const its = asGraveAs(judged.entry.severity)
      .map((severity) => byKey.get(`${severity} ${key(judged.entry)}`))
      .find((some) => some !== undefined && some.length > 0);
    const slot = its?.at(-1);
    if (!slot) continue;
    slot.left -= 1;
    if (slot.left === 0) its?.pop();
    judged.isKnown = true;
  }
}

function asGraveAs(severity: Severity): readonly Severity[] {
  return severities.slice(severities.indexOf(severity));
}

/**
 * Of a rule that says more of an object than is kept, nobody knows which findings are counted only, and another one may be among those
 * that are kept each time: there, all that is known is how many they may be.
 */
function takeTallied(all: readonly Judged[], slots: readonly Slot[]): void {
  const found = new Map<string, Judged[]>();
  for (const judged of all) append(found, talliedKeyOf(judged.entry), judged);
  const known = new Map<string, Slot[]>();
  for (const slot of slots) append(known, talliedKeyOf(slot.entry), slot);
  for (const [key, its] of found) {
    const own = known.get(key) ?? [];
    if (![...its.map(({ entry }) => entry), ...own.map(({ entry }) => entry)].some(({ more }) => more > 0))
      continue;
    let credit = own.reduce((sum, { left, more }) => sum + left + more, 0);
    for (const judged of its)
      if (!judged.isKnown && credit > 0) {
        judged.isKnown = true;
        credit -= 1;
      }
    for (const judged of its) {
      judged.knownMore = Math.min(credit, judged.entry.more);
      credit -= judged.knownMore;
    }
  }
}

/** What of a finding is not known; what it counts is told by a finding of its own. */
function freshOf({ finding, isKnown, entry, knownMore }: Judged): readonly Finding[] {
  const left = entry.more - knownMore;
  if (!isKnown) return [counting(finding, left)];
  return left === 0 ? [] : [counting(finding, left - 1)];
}

function knownOf({ finding, isKnown, knownMore }: Judged): readonly Finding[] {
  if (isKnown) return [counting(finding, knownMore)];
  return knownMore === 0 ? [] : [counting(finding, knownMore - 1)];
}

function counting(finding: Finding, more: number): Finding {
  if ((finding.more ?? 0) === more) return finding;
  return { ...finding, more: more === 0 ? undefined : more };
}

function partOf(entry: Entry, count: number, more: number): readonly Entry[] {
  return count + more === 0 ? [] : [{ ...entry, count, more }];
}

/** How many findings of a baseline do not occur any more: of so many that could have, some are known. */
export function goneOf(could: number, { entries }: Compared): number {
  return Math.max(0, could - countOf(entries));
}
