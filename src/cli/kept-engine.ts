import { canRepeat } from '../model/repeatable.js';
import type { Source } from '../model/source.js';
import type { LintOptions, LintResult } from '../lint/lint.js';
import { Keeping } from '../lint/kept/keeping.js';
import { lintReached } from '../lint/kept/reached.js';
import { areSourcesOf, type Kept } from '../lint/kept/state.js';
import type { Rule } from '../rules/rule.js';
import { decode } from '../repository/files/decode.js';
import { type Fact, hashOf, recording } from '../repository/files/recording.js';
import type { StoredState } from './cache-state.js';
import { frugallyAgain, frugallyNoMore } from './frugal.js';
import type { Engine } from './lint-run.js';

/** What an earlier run has kept, and the manifests that it has read, by path: those that are the same, and the others as they were. */
interface Earlier extends KnownManifests {
  readonly stored: StoredState;
}

/** The manifests of an earlier run. */
export interface KnownManifests {
  readonly same: ReadonlyMap<string, Fact>;
  readonly before: ReadonlyMap<string, Fact>;
}

/** Lints what a change since an earlier run reaches, or else everything, and keeps that for a later run. */
export class KeepingEngine implements Engine {
  private readonly keeping = new Keeping();
  private isWhole = false;

  constructor(private readonly earlier?: Earlier) {
    if (earlier) frugallyAgain(earlier.stored.state.flags.length);
  }

  /** Manifests that are the same as in the earlier run need not be read from their files. */
  sources(found: readonly Source[]): readonly Source[] {
    if (!this.earlier) return found;
    const { stored, same } = this.earlier;
    if (!areSourcesOf(stored.state, found)) return found;
    return found.map((source, index) => {
      const fact = same.get(source.path);
      return fact ? new SameText(source, fact, () => textOf(stored, index, fact)) : source;
    });
  }

  lint(sources: readonly Source[], rules: readonly Rule[], options: LintOptions): LintResult {
    const reached = this.isWhole ? undefined : this.reached(sources, rules, options);
    if (reached) return reached;
    if (this.earlier && !this.isWhole) frugallyNoMore();
    this.isWhole = true;
    return this.keeping.lint(sources, rules, options);
  }

  /** What was found out, if everything was linted. */
  get kept(): Kept | undefined {
    return this.isWhole ? this.keeping.kept : undefined;
  }

  /** Whether the result is of an earlier run, except for what a change reaches. */
  get isOfEarlier(): boolean {
    return !this.isWhole;
  }

  private reached(
    sources: readonly Source[],
    rules: readonly Rule[],
    options: LintOptions,
  ): LintResult | undefined {
    if (!this.earlier || options.written || options.graph?.ownSchemas) return undefined;
    const { stored, before: changed } = this.earlier;
    const before: Source[] = [];
    let count = 0;
    for (const [index, source] of sources.entries()) {
      const fact = changed.get(source.path);
      const text = fact && textOf(stored, index, fact);
      if (fact && text === undefined) return undefined;
      if (text !== undefined) count += 1;
      before.push(text === undefined ? source : new EarlierText(source, text));
    }
    // Another file than a manifest may decide about all of them.
    if (count !== changed.size) return undefined;
    return lintReached(sources, rules, options, { ...stored, sources: before });
  }
}

/** The text of a source as it was. */
function textOf(stored: StoredState, index: number, { answer }: Fact): string | undefined {
  const bytes = stored.textOf(index);
  return bytes && hashOf(bytes) === answer ? decode(bytes) : undefined;
}

/** A source with its earlier text. */
class EarlierText implements Source {
  readonly path: string;
  readonly name: string;

  constructor(
    source: Source,
    private readonly text: string,
  ) {
    this.path = source.path;
    this.name = source.name;
  }

  read(): string {
    return this.text;
  }
}

/** A source whose text is kept. That it was read is noted as if its file had been read, for a run over everything. */
class SameText implements Source {
  readonly path: string;

  constructor(
    private readonly source: Source,
    private readonly fact: Fact,
    private readonly kept: () => string | undefined,
  ) {
    this.path = source.path;
  }

  get name(): string {
    return this.source.name;
  }

  read(): string {
    // A run that has written files reads them again.
    const text = canRepeat() ? this.kept() : undefined;
    if (text === undefined) return this.source.read();
    const { question, path, answer, stamp } = this.fact;
    recording()?.note(question, path, answer, stamp);
    return text;
  }
}
