import { isDeepStrictEqual } from 'node:util';
import type { Case } from './case.js';
import type { DriftCase } from './gateway-api.js';
import type { RecordedCase } from './recording.js';
import { replay } from './replay.js';

/** What is compared of a case, such as `diff`, and both answers where they are different. */
export interface Verdict {
  readonly agreed: readonly string[];
  readonly disagreed: readonly { readonly part: string; readonly wanted: unknown; readonly actual: unknown }[];
  /** Upstream has no answer, or not always the same. */
  readonly skipped?: string;
  /** We have none. */
  readonly unknown: readonly string[];
}

/** Holds what we make of a case against what Argo CD was recorded to make of it. */
export function verdict(one: Case, recorded: RecordedCase, release: string): Verdict {
  const nothing = { agreed: [], disagreed: [], unknown: [] };
  if (recorded.panic !== undefined) return { ...nothing, skipped: `upstream panics: ${recorded.panic}` };
  if (recorded.unstable) return { ...nothing, skipped: 'upstream does not always do the same' };
  const { actual, wanted, unknown } = replay(one, recorded, release);
  const parts = [...new Set([...Object.keys(wanted), ...Object.keys(actual)])].map((part) => ({
    part,
    wanted: wanted[part],
    actual: actual[part],
  }));
  const isAgreed = (it: (typeof parts)[number]): boolean => isDeepStrictEqual(plain(it.actual), plain(it.wanted));
  return {
    agreed: parts.filter(isAgreed).map(({ part }) => part),
    disagreed: parts.filter((it) => !isAgreed(it)),
    unknown,
  };
}

/** As JSON has it: what is undefined is not there. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

/** What is the same about cases that are judged wrongly for one reason. */
export function signature(one: Case, { disagreed }: Verdict): string {
  return `${(one.target ?? one.live)?.kind ?? ''}: ${disagreed.map(({ part }) => part).join(', ')}`;
}

/** The same case with one thing less, for each thing that it can do without. */
export function smaller(one: Case): readonly Case[] {
  const settings = Object.keys(one).filter((key) => !['name', 'why', 'live', 'target'].includes(key));
  const without = settings.map((key) => Object.fromEntries(Object.entries(one).filter(([name]) => name !== key)));
  const within = ['live', 'target', ...settings].flatMap((key) => {
    const value = one[key as keyof Case];
    return lessIn(value, key === 'live' || key === 'target' || key === 'lastApplied' ? kept : []).map((less) => ({
      ...one,
      [key]: less,
    }));
  });
  return [...without, ...within] as unknown as readonly Case[];
}

/** What makes an object one. */
const kept = ['apiVersion', 'kind', 'metadata', 'name', 'namespace'];

function lessIn(value: unknown, needed: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return list.flatMap((item, index) => [
      list.toSpliced(index, 1),
      ...lessIn(item, needed).map((less) => list.with(index, less)),
    ]);
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Readonly<Record<string, unknown>>).flatMap(([key, inner]) => [
    ...(needed.includes(key)
      ? []
      : [Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))]),
    ...lessIn(inner, needed).map((less) => ({ ...value, [key]: less })),
  ]);
}

/** The same, and whether drift says of the whole route what Argo CD says of it. */
export function driftVerdict(one: DriftCase, recorded: RecordedCase, release: string): Verdict {
  const found = verdict(one, recorded, release);
  if (found.skipped !== undefined) return found;
  if (one.says === 'cannot-tell') return { ...found, unknown: [...found.unknown, 'drift'] };
  const wanted = statusOf(recorded);
  return one.says === wanted
    ? { ...found, agreed: [...found.agreed, 'drift'] }
    : { ...found, disagreed: [...found.disagreed, { part: 'drift', wanted, actual: one.says }] };
}

/** In the words of drift. */
export function statusOf({ diff }: RecordedCase): string {
  if (!diff || diff.error !== undefined) return 'unknown';
  return diff.modified === true ? 'out-of-sync' : 'synced';
}
