import { mentionsSecret } from '../../model/mentions.js';
import type { Source } from '../../model/source.js';
import { type KeptSource, readGraph, type ReadGraph } from '../../repository/graph/read-graph.js';
import type { Rule } from '../../rules/rule.js';
import { keptReading } from '../../yaml/parse/read.js';
import { wordHashes } from '../../yaml/parse/words.js';
import { lintBoth, type BothLinted, type BothOptions } from '../lint-both.js';
import { isChecked, lintRead, type LintOptions, type LintResult } from '../lint.js';
import { type KeptFinding, keptFindings } from './findings.js';
import { type Kept, pathsHash, sourceFlags } from './state.js';

/** Longer texts are not kept: most are definitions, which change rarely. */
const longText = 1 << 16;

/** How many bytes of texts are kept. */
const mostBytes = 64 * 2 ** 20;

/** What was linted; without a result, only what was read is of use later. */
interface Gathered {
  readonly read: ReadGraph;
  readonly sources: readonly Source[];
  readonly result?: LintResult;
}

/** Lints as `lint` does, and gathers what a later run can begin from. */
export class Keeping {
  private linted: Gathered | undefined;
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

  /** Compares two states, and gathers what was read of the files of the later one; a later run that compares reads few of these. */
  lintBoth(
    [after, before]: readonly [readonly Source[], readonly Source[]],
    rules: readonly Rule[],
    options: BothOptions,
    isFile: (source: Source) => boolean,
  ): BothLinted {
    this.count += 1;
    const own = new WeakMap<Source, Uint32Array>();
    const words: BothOptions['words'] = {
      get: (source) => own.get(source),
      set: (source, hashes) => {
        own.set(source, hashes);
        if (isFile(source)) this.noted.set(source, { words: this.words.add(hashes), bytes: -1 });
        return own;
      },
    };
    const both = lintBoth(after, before, rules, { ...options, words });
    this.linted = { read: both.read, sources: after.filter((source) => this.noted.has(source)) };
    return both;
  }

  private keep(source: Source, text: string): void {
    const words = this.words.add(wordHashes(text));
    const isKept = text.length <= longText && !mentionsSecret(text);
    this.noted.set(source, { words, bytes: isKept ? this.texts.add(text) : -1 });
  }

  /** What was gathered of files, with these in their order. */
  get keptFiles(): { readonly kept: Kept; readonly sources: readonly Source[] } | undefined {
    const { kept } = this;
    return kept && { kept, sources: this.linted!.sources };
  }

  /** What was gathered; undefined if a later run has to do all of it again. */
  get kept(): Kept | undefined {
    if (this.count !== 1 || !this.linted) return undefined;
    const { read, sources, result } = this.linted;
    const { faults, unreadable } = read;
    if (read.written || this.isOfOthers || faults.all.length + faults.limits.length + unreadable.length > 0)
      return undefined;
    if (!result) return this.sourcesOf(read, sources, []);
    const numbers = new Map(sources.map((source, index) => [source, index]));
    const findings = keptFindings([...result.findings, ...result.suppressed], {
      numberOf: (source) => numbers.get(source),
      objectsOf: (source) => read.readings.get(source)?.reading.resources ?? [],
    });
    return findings && this.sourcesOf(read, sources, findings);
  }

  private sourcesOf(
    read: ReadGraph,
    sources: readonly Source[],
    findings: readonly KeptFinding[],
  ): Kept | undefined {
    const strings = new Strings();
    const [flags, counts, objects, wordCounts, textLengths]: number[][] = [[], [], [], [], []];
    const noted = [...this.noted.keys()].values();
    for (const source of sources) {
      const its = read.readings.get(source);
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
      isChecked: isChecked(read),
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
