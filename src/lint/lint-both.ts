import { readGraph, type ReadGraph, type ReadOptions } from '../repository/graph/read-graph.js';
import { runsCommands } from '../model/command-files.js';
import { mentionAlike } from '../model/mentions.js';
import type { Source } from '../model/source.js';
import { wordHashes } from '../yaml/parse/words.js';
import type { Rule } from '../rules/rule.js';
import { lintRead, type LintOptions, type LintResult } from './lint.js';
import { Layer, Linked } from './links.js';
import { isOfContents, noReach, type Reach, reachOf } from './reach.js';
import type { WordsBySource } from './word-index.js';

/** The findings before and after a change. */
export interface BothLinted {
  /** What was read of the later state. */
  readonly read: ReadGraph;
  readonly after: LintResult;
  /** Linted lazily, because the result is rarely needed. */
  readonly before: () => LintResult;
}

export interface BothOptions extends Omit<LintOptions, 'before' | 'onText'> {
  /** The words of the sources that are known, to which those of the others are added; they are noted in any case. */
  readonly words?: WordsBySource | undefined;
}

/** What is read of two states, and what the change between them reaches. */
export interface BothRead {
  readonly now: ReadGraph;
  /** The paths of the files that differ. */
  readonly changed: ReadonlySet<string>;
  /** Undefined where it is not known, so that everything has to be linted. */
  readonly reach: Reach | undefined;
  readonly before: () => ReadGraph;
}

/**
 * Reads two states of a repository, and finds what the change between them reaches. An unchanged source must be the same object in
 * both.
 */
export function readBoth(
  after: readonly Source[],
  before: readonly Source[],
  { words: known, ...options }: BothOptions = {},
): BothRead {
  const [own, its] = [new Set(after), new Set(before)];
  const [added, gone] = [
    after.filter((source) => !its.has(source)),
    before.filter((source) => !own.has(source)),
  ];
  const changed = new Set([...added, ...gone].map(({ path }) => path));
  const words: WordsBySource = known ?? new WeakMap<Source, Uint32Array>();
  const onText = (source: Source, text: string) => words.set(source, wordHashes(text));
  const readAll = (some: readonly Source[], itsOptions: ReadOptions) =>
    readGraph(some, { ...options, ...itsOptions });
  const earlier = readAll(gone, { known: undefined, onText });
  const isSame = changed.size === 0;
  const isReachKnown =
    !isSame &&
    ![...changed].some(runsCommands) &&
    isOfTexts(readAll(added, { known: undefined }), earlier) &&
    mentionAlike(added, gone);
  const now = readAll(after, { keepsReadings: true, ...(isReachKnown || known ? { onText } : {}) });
  // The reach of unread files is unknown.
  const isSure = isReachKnown && now.faults.all.length + now.unreadable.length === 0;
  const reach = isSame ? noReach : isSure ? reachOf(linked(), changed) : undefined;
  let then: ReadGraph | undefined;
  return { now, changed, reach, before: () => (then ??= readAll(before, { known: now })) };

  function linked(): Linked {
    const ofEarlier = new Set(earlier.graph.given);
    return new Linked(
      [
        { layer: new Layer(now.graph, { sources: after, words }) },
        { layer: new Layer(earlier.graph, { sources: gone, words }) },
      ],
      (resource) => (ofEarlier.has(resource) ? earlier.graph : now.graph),
    );
  }
}

/**
 * Lints two states of a repository to compare their findings. An unchanged source must be the same object in both.
 * Neither result contains findings that the change cannot reach; all other findings are as in a full run.
 */
export function lintBoth(
  after: readonly Source[],
  before: readonly Source[],
  rules: readonly Rule[],
  options: BothOptions = {},
): BothLinted {
  const { now, reach, before: readBefore } = readBoth(after, before, options);
  const { overriding, named, onTurn } = options;
  const around = { before: () => readBefore().graph, reach, overriding, named, onTurn };
  return {
    read: now,
    after: lintRead(now, rules, around),
    before: () => lintRead(readBefore(), rules, around),
  };
}

/**
 * Whether the change modifies only the content of objects. False if a file is not valid YAML, because it may contain
 * anything.
 */
export function isOfTexts(after: ReadGraph, before: ReadGraph): boolean {
  for (const read of [after, before]) read.examine();
  const wrong = [after, before].flatMap(({ problems, unreadable, templates }) => [
    ...problems,
    ...unreadable,
    ...templates,
  ]);
  return wrong.length === 0 && isOfContents(after.graph, before.graph);
}
