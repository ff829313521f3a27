import type { Source } from '../model/source.js';
import { Keeping } from '../lint/kept/keeping.js';
import { type Kept, knownSources } from '../lint/kept/state.js';
import { lint } from '../lint/lint.js';
import { type BothLinted, type BothOptions, lintBoth } from '../lint/lint-both.js';
import type { Rule } from '../rules/rule.js';
import type { StoredState } from './cache-state.js';
import { frugallyAgain, frugallyNoMore } from './frugal.js';
import type { Engine } from './lint-run.js';

/** What an earlier run has read, and the number in it of each file that has the same content now, by path. */
export interface KnownFiles {
  readonly stored: StoredState;
  readonly numbers: ReadonlyMap<string, number>;
}

/** What was read of files, in their order. */
export interface GatheredFiles {
  readonly kept: Kept;
  readonly sources: readonly Source[];
}

/** With more others than these, or than one in twenty, all files are read, and what is read is kept. */
const fewOthers = 64;

/** Compares two states of a repository; files that an earlier run has read and that have not changed since are not read again. */
export class ComparingEngine implements Engine {
  private found: ReadonlySet<Source> = new Set();
  private keeping: Keeping | undefined;
  readonly lint = lint;

  constructor(private readonly known?: KnownFiles) {
    if (known) frugallyAgain(known.numbers.size);
  }

  /** Others than these, such as those of the index, are not files. */
  sources(found: readonly Source[]): readonly Source[] {
    this.found = new Set(found);
    return found;
  }

  lintBoth(
    after: readonly Source[],
    before: readonly Source[],
    rules: readonly Rule[],
    options: BothOptions = {},
  ): BothLinted {
    const known = this.knownOf(after, options);
    if (known)
      return lintBoth(after, before, rules, { ...options, known: known.readings, words: known.words });
    if (this.known) frugallyNoMore();
    this.keeping ??= new Keeping();
    return this.keeping.lintBoth([after, before], rules, options, (source) => this.found.has(source));
  }

  /** What a later run need not read again, if all files were read. */
  get kept(): GatheredFiles | undefined {
    return this.keeping?.keptFiles;
  }

  private knownOf(
    after: readonly Source[],
    options: BothOptions,
  ): ReturnType<typeof knownSources> | undefined {
    if (!this.known) return undefined;
    const { stored, numbers } = this.known;
    const known: (Source | undefined)[] = stored.state.flags.map(() => undefined);
    let others = 0;
    for (const source of after) {
      const number = this.found.has(source) ? numbers.get(source.path) : undefined;
      if (number === undefined) others += 1;
      else known[number] = source;
    }
    if (others > Math.max(fewOthers, after.length / 20)) return undefined;
    return knownSources(stored.state, stored.words, known, options);
  }
}
