import { append } from '../model/multimap.js';
import type { Source } from '../model/source.js';

/** The word hashes of each text that was read. All states that follow each other share them. */
export type WordsBySource = Pick<WeakMap<Source, Uint32Array>, 'get' | 'set'>;

/** Sources, and the word hashes of their texts; those of one path count together. */
export interface WordedSources {
  readonly sources: readonly Source[];
  readonly words: WordsBySource;
}

/** The number of buckets: there are millions of words, and few of them are asked for. */
const buckets = 1 << 18;

/** With fewer words, all of them are compared. */
const fewWords = 1 << 16;

/** The table takes as long as comparing all words as often as this: one change asks a few times. */
const fewQuestions = 8;

/** Which files have a word, by the hashes of their words. Two words may share a hash. */
export class WordIndex {
  private readonly byPath = new Map<string, Uint32Array[]>();
  private table: Table | undefined;
  private count = 0;
  private questions = 0;

  constructor({ sources, words }: WordedSources, isWanted: (path: string) => boolean) {
    for (const source of sources) {
      const { path } = source;
      const hashes = isWanted(path) ? words.get(source) : undefined;
      if (!hashes) continue;
      append(this.byPath, path, hashes);
      this.count += hashes.length;
    }
  }

  /** The hashes of the texts of a file. */
  of(path: string): readonly Uint32Array[] {
    return this.byPath.get(path) ?? [];
  }

  /** Makes the table that many questions need; else the first ones are answered without. */
  prepare(): void {
    if (this.count >= fewWords) this.table ??= tableOf(this.byPath, this.count);
  }

  /** Calls with each file that has one of some hashes. */
  eachWith(wanted: readonly number[], call: (path: string, hash: number) => void): void {
    this.questions += 1;
    if (this.questions > fewQuestions) this.prepare();
    if (!this.table) return this.compare(new Set(wanted), call);
    const { paths, starts, ends, files } = this.table;
    for (const hash of wanted) {
      const bucket = hash & (buckets - 1);
      for (let place = starts[bucket]!; place < ends[bucket]!; place++) {
        const path = paths[files[place]!]!;
        if (this.of(path).some((hashes) => hashes.includes(hash))) call(path, hash);
      }
    }
  }

  private compare(wanted: ReadonlySet<number>, call: (path: string, hash: number) => void): void {
    // The low bits exclude most words.
    const low = new Uint8Array(1 << 16);
    for (const hash of wanted) low[hash & 0xffff] = 1;
    // Each iterator makes garbage of every word until V8 optimizes this, and one change asks a few times only.
    this.byPath.forEach((all, path) => {
      for (const hashes of all)
        for (
          let place = nextOf(hashes, low, 0);
          place < hashes.length;
          place = nextOf(hashes, low, place + 1)
        )
          if (wanted.has(hashes[place]!)) call(path, hashes[place]!);
    });
  }
}

/** The place of the next hash whose low bits are among some, or the end. */
function nextOf(hashes: Uint32Array, low: Uint8Array, from: number): number {
  let place = from;
  while (place < hashes.length && low[hashes[place]! & 0xffff] === 0) place += 1;
  return place;
}

/** The files of the words in each bucket, as stretches of one list. */
interface Table {
  readonly paths: readonly string[];
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly files: Uint32Array;
}

function tableOf(byPath: ReadonlyMap<string, readonly Uint32Array[]>, count: number): Table {
  const starts = new Uint32Array(buckets);
  for (const all of byPath.values())
    for (const hashes of all) for (const hash of hashes) starts[hash & (buckets - 1)]! += 1;
  for (let bucket = 0, place = 0; bucket < buckets; bucket++) {
    place += starts[bucket]!;
    starts[bucket] = place - starts[bucket]!;
  }
  const [ends, files, paths] = [starts.slice(), new Uint32Array(count), [...byPath.keys()]];
  for (const [file, path] of paths.entries())
    for (const hashes of byPath.get(path)!)
      for (const hash of hashes) {
        const bucket = hash & (buckets - 1);
        const end = ends[bucket]!;
        if (end > starts[bucket]! && files[end - 1] === file) continue;
        files[end] = file;
        ends[bucket] = end + 1;
      }
  return { paths, starts, ends, files };
}
