import { append } from '../../model/multimap.js';
import { type Finding, severities, type Severity } from '../../model/finding.js';
import { findingsJson } from '../../report/json.js';
import { countOf, type BaselineEntry, entryOf, entryKey, movableKey, tallyKey } from './entry.js';

/** The result of comparing findings with a baseline. */
export interface ComparedFindings {
  /** The findings, or the part of their counts, that the baseline does not contain. */
  readonly fresh: readonly Finding[];
  /** The findings that the baseline contains. */
  readonly known: readonly Finding[];
  /** Entries for the known findings only. */
  readonly entries: readonly BaselineEntry[];
  readonly freshEntries: readonly BaselineEntry[];
}

/**
 * Compares findings with a baseline; `fileOf` returns the path by which the baseline identifies a file. Each count of
 * an entry matches one finding.
 */
export function compare(
  findings: readonly Finding[],
  baseline: readonly BaselineEntry[],
  fileOf: (finding: Finding) => string,
): ComparedFindings {
  const slots = baseline.map((entry): Slot => ({ entry, left: entry.count, more: entry.more }));
  const all = findingsJson(findings).map((json, index): JudgedFinding => {
    const finding = findings[index]!;
    return { finding, entry: entryOf(json, fileOf(finding)), isKnown: false, knownMore: 0 };
  });
  take(all, slots, entryKey);
  take(all, slots, movableKey);
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

/** An entry with the number of findings that it can still match. */
interface Slot {
  readonly entry: BaselineEntry;
  left: number;
  more: number;
}

interface JudgedFinding {
  readonly finding: Finding;
  readonly entry: BaselineEntry;
  isKnown: boolean;
  /** How many of the findings that this one counts are known. */
  knownMore: number;
}

/** Matches findings with entries of the same key and at least the same severity. */
function take(
  all: readonly JudgedFinding[],
  slots: readonly Slot[],
  key: (entry: BaselineEntry) => string,
): void {
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
 * If a rule has more findings in an object than are kept, the kept ones can differ from run to run. So only their total
 * number is compared with the baseline.
 */
function takeTallied(all: readonly JudgedFinding[], slots: readonly Slot[]): void {
  const found = new Map<string, JudgedFinding[]>();
  for (const judged of all) append(found, tallyKey(judged.entry), judged);
  const known = new Map<string, Slot[]>();
  for (const slot of slots) append(known, tallyKey(slot.entry), slot);
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

/**
 * The unknown part of a finding; if only some of the findings that it counts are unknown, a finding stands for them.
 */
function freshOf({ finding, isKnown, entry, knownMore }: JudgedFinding): readonly Finding[] {
  const left = entry.more - knownMore;
  if (!isKnown) return [counting(finding, left)];
  return left === 0 ? [] : [counting(finding, left - 1)];
}

function knownOf({ finding, isKnown, knownMore }: JudgedFinding): readonly Finding[] {
  if (isKnown) return [counting(finding, knownMore)];
  return knownMore === 0 ? [] : [counting(finding, knownMore - 1)];
}

function counting(finding: Finding, more: number): Finding {
  if ((finding.more ?? 0) === more) return finding;
  return { ...finding, more: more === 0 ? undefined : more };
}

function partOf(entry: BaselineEntry, count: number, more: number): readonly BaselineEntry[] {
  return count + more === 0 ? [] : [{ ...entry, count, more }];
}

/** The number of outdated findings: those that this run could have reported, minus the known ones. */
export function goneOf(could: number, { entries }: ComparedFindings): number {
  return Math.max(0, could - countOf(entries));
}
