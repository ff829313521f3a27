import type { Finding } from '../../model/finding.js';
import { mentionsSecret } from '../../model/mentions.js';
import type { Source } from '../../model/source.js';
import {
  type KeptSource,
  readGraph,
  type ReadGraph,
  restoredReadings,
} from '../../repository/graph/read-graph.js';
import { keptReading } from '../../yaml/parse/read.js';
import { wordHashes } from '../../yaml/parse/words.js';
import { hashOf } from '../../repository/files/recording.js';
import type { Rule } from '../../rules/rule.js';
import type { LastLinted } from '../lint-again.js';
import type { WordsBySource } from '../word-index.js';
import { lintRead, type LintOptions, type LintResult } from '../lint.js';
import { findingsOf, type KeptFinding, keptFindings } from './findings.js';

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
  readonly findings: readonly KeptFinding[];
}

/** A state with its words and texts, one after the other. */
export interface Kept {
  readonly state: KeptState;
  readonly words: Uint32Array;
  readonly texts: Uint8Array;
}

const sourceFlags = { mayBeLive: 1, hasComments: 2, isUnordered: 4 };

/** The numbers of an object. */
const perObject = 8;

/** Longer texts are not kept: most are definitions, which change rarely. */
const longText = 1 << 16;

/** How many bytes of texts are kept. */
const mostBytes = 64 * 2 ** 20;

/** Lints as `lint` does, and gathers what a later run can begin from. */
export class Keeping {
  private linted: { read: ReadGraph; sources: readonly Source[]; result: LintResult } | undefined;
  private count = 0;
  private readonly words = new WordLists();
  private readonly texts = new TextBytes();
  /** By source, in the order in which they were read. */
  private readonly noted = new Map<Source, { readonly words: number; readonly bytes: number }>();
  private isOfOthers = false;

  lint(sources: readonly Source[], rules: readonly Rule[], options: LintOptions): LintResult {
    this.count += 1;
    const onText = (source: Source, text: string): void => this.keep(source, text);
    const read = readGraph(sources, { ...options, onText, keepsReadings: true });
    const result = lintRead(read, rules, options);
    this.linted = { read, sources, result };
    // Schemas of users are asked as a whole.
    this.isOfOthers = options.graph?.ownSchemas !== undefined;
    return result;
  }

  private keep(source: Source, text: string): void {
    const words = this.words.add(wordHashes(text));
    const isKept = text.length <= longText && !mentionsSecret(text);
    this.noted.set(source, { words, bytes: isKept ? this.texts.add(text) : -1 });
  }

  /** What was gathered; undefined if a later run has to do all of it again. */
  get kept(): Kept | undefined {
    if (this.count !== 1 || !this.linted) return undefined;
    const { read, sources, result } = this.linted;
    const { faults, limits, unreadable } = result;
    if (read.written || this.isOfOthers || faults.length + limits.length + unreadable.length > 0)
      return undefined;
    const numbers = new Map(sources.map((source, index) => [source, index]));
    const findings = keptFindings(result.findings, {
      numberOf: (source) => numbers.get(source),
      objectsOf: (source) => read.readings.get(source)?.reading.resources ?? [],
    });
    return findings && this.sourcesOf(read, sources, findings);
  }

  private sourcesOf(
    { readings }: ReadGraph,
    sources: readonly Source[],
    findings: readonly KeptFinding[],
  ): Kept | undefined {
    const strings = new Strings();
    const [flags, counts, objects, wordCounts, textLengths]: number[][] = [[], [], [], [], []];
    const noted = [...this.noted.keys()].values();
    for (const source of sources) {
      const its = readings.get(source);
      const kept = its && keptReading(its.reading);
      flags!.push(kept ? flagsOf({ ...its, ...kept }) : -1);
      counts!.push(kept?.objects.length ?? 0);
      for (const object of kept?.objects ?? []) addObject(object, objects!, strings);
      const { words = 0, bytes = -1 } = this.noted.get(source) ?? {};
      // Words and texts are in the order of the sources.
      if (this.noted.has(source) && noted.next().value !== source) return undefined;
      wordCounts!.push(words);
      textLengths!.push(bytes);
    }
    const state = {
      sources: pathsHash(sources),
      strings: strings.all,
      flags: flags!,
      counts: counts!,
      objects: objects!,
      wordCounts: wordCounts!,
      textLengths: textLengths!,
      findings,
    };
    return { state, words: this.words.all, texts: this.texts.all };
  }
}

function addObject(
  { identity, offset, start, end }: KeptSource['objects'][number],
  objects: number[],
  strings: Strings,
): void {
  const { group, version, kind, name, namespace } = identity;
  objects.push(strings.number(group), strings.number(version), strings.number(kind), strings.number(name));
  objects.push(namespace === undefined ? -1 : strings.number(namespace), offset, start, end);
}

/** Words of many texts, one after the other: a list for each would be garbage to collect. */
class WordLists {
  private list = new Uint32Array(1 << 16);
  private length = 0;

  /** Adds words and returns how many. */
  add(words: Uint32Array): number {
    const length = this.length + words.length;
    if (length > this.list.length) {
      const larger = new Uint32Array(length * 2);
      larger.set(this.all);
      this.list = larger;
    }
    this.list.set(words, this.length);
    this.length = length;
    return words.length;
  }

  get all(): Uint32Array {
    return this.list.subarray(0, this.length);
  }
}

/** The bytes of many texts, one after the other. */
class TextBytes {
  private list = Buffer.allocUnsafeSlow(1 << 20);
  private length = 0;

  /** Adds a string and returns how many bytes it takes; -1 if there is no room for it. */
  add(text: string): number {
    const most = this.length + text.length * 3;
    if (most > mostBytes) return -1;
    if (most > this.list.length) {
      const larger = Buffer.allocUnsafeSlow(most * 2);
      this.list.copy(larger, 0, 0, this.length);
      this.list = larger;
    }
    const bytes = this.list.write(text, this.length);
    this.length += bytes;
    return bytes;
  }

  get all(): Uint8Array {
    return this.list.subarray(0, this.length);
  }
}

function pathsHash(sources: readonly Source[]): string {
  return hashOf(sources.map(({ path }) => path).join('\0'));
}

function flagsOf({ mayBeLive, hasComments, isUnordered }: Omit<KeptSource, 'objects'>): number {
  return (
    (mayBeLive ? sourceFlags.mayBeLive : 0) |
    (hasComments ? sourceFlags.hasComments : 0) |
    (isUnordered ? sourceFlags.isUnordered : 0)
  );
}

/** Strings by number, each once. */
class Strings {
  readonly all: string[] = [];
  private readonly numbers = new Map<string, number>();

  number(text: string): number {
    let number = this.numbers.get(text);
    if (number === undefined) {
      this.numbers.set(text, (number = this.all.length));
      this.all.push(text);
    }
    return number;
  }
}

/** Whether a state is of the files of some sources. */
export function areSourcesOf(state: KeptState, sources: readonly Source[]): boolean {
  return state.flags.length === sources.length && state.sources === pathsHash(sources);
}

/** A state of the given sources; undefined if it does not fit to them. */
export function lastLinted(
  state: KeptState,
  words: Uint32Array,
  sources: readonly Source[],
  options: LintOptions,
): LastLinted | undefined {
  if (!areSourcesOf(state, sources)) return undefined;
  const known = restoredReadings(keptSources(state, sources), options);
  const read = readGraph(sources, { ...options, keepsReadings: true, known });
  const findings = findingsOf(
    state.findings,
    sources,
    (source) => read.readings.get(source)?.reading.resources ?? [],
  );
  if (!findings) return undefined;
  return { sources, read, words: wordsBySource(state, words, sources), result: lastResult(read, findings) };
}

function lastResult({ faults, unreadable }: ReadGraph, findings: readonly Finding[]): LastLinted['result'] {
  return { findings, faults: faults.all, limits: faults.limits, unreadable };
}

function* keptSources(
  { strings, flags, counts, objects }: KeptState,
  sources: readonly Source[],
): Iterable<readonly [Source, KeptSource]> {
  let at = 0;
  for (const [index, source] of sources.entries()) {
    const end = at + counts[index]! * perObject;
    const its = flags[index]!;
    if (its >= 0) {
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
  sources: readonly Source[],
): WordsBySource {
  let at = 0;
  return new WeakMap(
    sources.map((source, index) => {
      const start = at;
      at += wordCounts[index]!;
      return [source, words.subarray(start, at)];
    }),
  );
}
