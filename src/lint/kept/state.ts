import type { Source } from '../../model/source.js';
import { type KeptSource, restoredReadings } from '../../repository/graph/read-graph.js';
import { hashOf } from '../../repository/files/recording.js';
import type { WordsBySource } from '../word-index.js';
import type { LintOptions } from '../lint.js';
import type { KeptFinding } from './findings.js';

/** What a run found out about its sources, as plain values and numbers, for a later run that reads few of them. */
export interface KeptState {
  /** A hash of the paths of the sources. */
  readonly sources: string;
  /** What the numbers in `objects` stand for. */
  readonly strings: readonly string[];
  /** A number for each source: its flags, or -1 where it is to be read again. */
  readonly flags: readonly number[];
  /** How many objects each source has. */
  readonly counts: readonly number[];
  /** Eight numbers for each object: group, version, kind, name and namespace, its start, and the range of its document. */
  readonly objects: readonly number[];
  /** How many words each source has. */
  readonly wordCounts: readonly number[];
  /** How many bytes the text of each source takes; -1 where it is not kept. */
  readonly textLengths: readonly number[];
  /** Also the suppressed ones, which have a silencer. */
  readonly findings: readonly KeptFinding[];
  /** Whether everything was checked, so that comments may be called unused. */
  readonly isChecked: boolean;
}

/** A state with its words and texts, one after the other. */
export interface Kept {
  readonly state: KeptState;
  readonly words: Uint32Array;
  readonly texts: Uint8Array;
}

export const sourceFlags = { mayBeLive: 1, hasComments: 2, isUnordered: 4 };

/** The numbers of an object. */
const perObject = 8;

/** A hash of the paths of sources. */
export function pathsHash(sources: readonly Pick<Source, 'path'>[]): string {
  return hashOf(sources.map(({ path }) => path).join('\0'));
}

/** Whether a state is of the files of some sources. */
export function areSourcesOf(state: KeptState, sources: readonly Pick<Source, 'path'>[]): boolean {
  return state.flags.length === sources.length && state.sources === pathsHash(sources);
}

/** What is known of sources that need not be read. */
interface KnownSources {
  readonly readings: ReturnType<typeof restoredReadings>;
  readonly words: WordsBySource;
}

/** What a state knows of its sources, as far as these are given: undefined stands for one that is to be read. */
export function knownSources(
  state: KeptState,
  words: Uint32Array,
  sources: readonly (Source | undefined)[],
  options: Pick<LintOptions, 'cacheChars'>,
): KnownSources {
  return {
    readings: restoredReadings(keptSources(state, sources), options),
    words: wordsBySource(state, words, sources),
  };
}

function* keptSources(
  { strings, flags, counts, objects }: KeptState,
  sources: readonly (Source | undefined)[],
): Iterable<readonly [Source, KeptSource]> {
  let at = 0;
  for (const [index, source] of sources.entries()) {
    const end = at + counts[index]! * perObject;
    const its = flags[index]!;
    if (source && its >= 0) {
      const own: KeptSource['objects'][number][] = [];
      for (; at < end; at += perObject) {
        const text = (place: number): string => strings[objects[at + place]!] ?? '';
        const namespace = objects[at + 4] === -1 ? undefined : text(4);
        own.push({
          identity: { group: text(0), version: text(1), kind: text(2), name: text(3), namespace },
          offset: objects[at + 5]!,
          start: objects[at + 6]!,
          end: objects[at + 7]!,
        });
      }
      const has = (bit: number): boolean => (its & bit) !== 0;
      yield [
        source,
        {
          objects: own,
          mayBeLive: has(sourceFlags.mayBeLive),
          hasComments: has(sourceFlags.hasComments),
          isUnordered: has(sourceFlags.isUnordered),
        },
      ];
    }
    at = end;
  }
}

function wordsBySource(
  { wordCounts }: KeptState,
  words: Uint32Array,
  sources: readonly (Source | undefined)[],
): WordsBySource {
  const bySource = new WeakMap<Source, Uint32Array>();
  let at = 0;
  for (const [index, source] of sources.entries()) {
    const start = at;
    at += wordCounts[index]!;
    if (source) bySource.set(source, words.subarray(start, at));
  }
  return bySource;
}
