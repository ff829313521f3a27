import type { Graph } from '../repository/graph/graph.js';
import { readGraph, type ReadGraph, type ReadOptions } from '../repository/graph/read-graph.js';
import { runsCommands } from '../model/command-files.js';
import type { Finding } from '../model/finding.js';
import { memoize } from '../model/memo.js';
import { mentionAlike } from '../model/mentions.js';
import { hasProposal } from '../model/message.js';
import type { Resource } from '../model/resource.js';
import { differenceOf } from '../model/same-list.js';
import { bySilence } from '../model/silencer.js';
import type { Source } from '../model/source.js';
import { wordHashes } from '../yaml/parse/words.js';
import type { Rule } from '../rules/rule.js';
import { isOfTexts } from './lint-both.js';
import { isChecked, lintRead, type LintOptions, type LintResult } from './lint.js';
import { Layer, Linked, Links } from './links.js';
import { isReached, type Reach, reachOf } from './reach.js';
import { sorted } from './sorted.js';
import type { WordedSources, WordsBySource } from './word-index.js';

/** The state after linting, for linting again with some sources changed. */
export interface Linted {
  readonly sources: readonly Source[];
  readonly result: LintResult;
  readonly read: ReadGraph;
  readonly words: WordsBySource;
  /** What leads from file to file, if the last change has left most of it as it was. */
  readonly links?: Links | undefined;
  /** Whether findings that the change may affect are left as they were, because it is not known which ones these are. */
  readonly isRough?: boolean;
}

export interface AgainOptions extends Omit<LintOptions, 'before' | 'known' | 'onText'> {
  /** Whether a source still returns the linted text, even if its file has changed. */
  readonly isKept: (source: Source) => boolean;
  /** Whether to check only what the change is known to reach, even if that may not be all. */
  readonly mayBeRough?: boolean;
}

/**
 * Lints again with the same rules and options. Unchanged sources must be the same objects as in the last run. Skips
 * everything that the changed sources cannot reach; the result equals that of a full run.
 */
export function lintAgain(
  sources: readonly Source[],
  rules: readonly Rule[],
  options: AgainOptions,
  last?: Linted,
): Linted {
  if (!last || (options.mayBeRough !== true && !isWhole(last))) return lintAll(sources, rules, options);
  if (isSame(sources, last, options)) return last;
  return lintFrom(last, sources, rules, options, ({ read, words }) => ({
    sources,
    read,
    words,
    result: lintRead(read, rules, options),
  }));
}

function isSame(
  sources: readonly Source[],
  last: Linted,
  { written }: Pick<AgainOptions, 'written'>,
): boolean {
  return [
    ...unshared(sources, last.sources),
    ...unshared(written?.sources ?? [], last.read.written?.sources ?? []),
  ].every((some) => some.length === 0);
}

/** What is read of sources, and their words. */
type ReadWords = Pick<Linted, 'read' | 'words'>;

/** Lints what a change reaches, or calls a function if that is not known. */
function lintFrom<T extends Linted>(
  last: Linted,
  sources: readonly Source[],
  rules: readonly Rule[],
  { isKept, mayBeRough = false, ...options }: AgainOptions,
  otherwise: (its: ReadWords) => T,
): Linted | T {
  const [added, gone] = unshared(sources, last.sources);
  const { words } = last;
  const onText = (source: Source, text: string) => words.set(source, wordHashes(text));
  const read = readGraph(sources, { ...options, onText, keepsReadings: true, known: last.read });
  const replaced = changedReplaced(read, last.read);
  const changed = new Set([...added, ...gone, ...replaced].map(({ path }) => path));
  const readEarlier = readGraph(gone, withoutWritten(options));
  const isSure = last.isRough !== true && isWhole(last) && isReachKnown();
  const reach =
    isSure || mayBeRough ? reachBetween(last, read, changed, { sources: added, words }) : undefined;
  const earlier = [...last.result.findings, ...last.result.suppressed];
  const isRough = !isSure || !reach || earlier.some((finding) => isTorn(finding, reach, changed));
  if (!reach || (isRough && !mayBeRough)) return otherwise({ read, words });
  const kept = bySilence(earlier.filter((finding) => !isReached(reach, finding)));
  const result = lintRead(read, rules, { ...options, reach });
  const all = {
    ...result,
    findings: sorted([...kept.findings, ...result.findings]),
    suppressed: sorted([...kept.suppressed, ...result.suppressed]),
  };
  if (isRough) return { sources, read, words, result: all, isRough };
  return {
    sources,
    read,
    words,
    result: all,
    links: linksOf(last).after(changed, read.graph, { sources, words }),
  };

  function isReachKnown(): boolean {
    if ([...changed].some(runsCommands) || !gone.every(isKept)) return false;
    if (read.faults.all.length + read.unreadable.length > 0) return false;
    // Comments in files that the change does not reach are unused or not, too.
    if (isChecked(read) !== isChecked(last.read)) return false;
    if (isBuiltOf(read, last.read, replaced)) return false;
    return mentionAlike(added, gone) && isOfTexts(readGraph(added, withoutWritten(options)), readEarlier);
  }
}

/**
 * Whether the reach of a change does not contain both sides of a finding: two objects that refer to the same missing object have no
 * path between them.
 */
export function isTorn(finding: Finding, its: Reach, changed: ReadonlySet<string>): boolean {
  const { labels, message } = finding;
  if (!isReached(its, finding)) return labels.some(({ place }) => changed.has(place.source.path));
  // Proposed names are selected from all objects.
  return !hasProposal(message) && labels.some(({ place }) => !its.around.has(place.source.path));
}

/** The files that were rendered before or are now, and of which only the output is linted, as far as they are others than before. */
function changedReplaced(read: ReadGraph, last: ReadGraph): readonly Source[] {
  const [own, its] = [read, last].map(({ written, readings }) =>
    (written?.sources ?? []).filter((source) => !readings.has(source)),
  );
  return unshared(own!, its!).flat();
}

/** Whether a kustomization may be built of some of these files. */
function isBuiltOf(read: ReadGraph, last: ReadGraph, replaced: readonly Source[]): boolean {
  if (replaced.length === 0) return false;
  const graphs = [read, last].flatMap(({ written }) => written?.graph ?? []);
  if (!graphs.some((graph) => graph.hasKustomizations)) return false;
  const paths = new Set(replaced.map(({ path }) => path));
  const hasPaths = (graph: Graph): boolean => [...paths].every((path) => graph.fileAt(path));
  if (graphs.length < 2 || !graphs.every(hasPaths)) return true;
  return graphs.some((graph) =>
    graph.given.some(
      (resource) =>
        paths.has(resource.source.path) &&
        graph.placements(resource).some(({ leaf, via }) => leaf !== undefined || via.length > 0),
    ),
  );
}

function withoutWritten({ written: _, ...options }: LintOptions): LintOptions {
  return options;
}

/** The members of each of two lists that the other one lacks. Most of both is the same, and in the same order. */
function unshared<T>(one: readonly T[], other: readonly T[]): readonly [readonly T[], readonly T[]] {
  const {
    start,
    ends: [end, itsEnd],
  } = differenceOf(one, other);
  const [own, its] = [one.slice(start, end), other.slice(start, itsEnd)];
  const [ownSet, itsSet] = [new Set(own), new Set(its)];
  return [own.filter((source) => !itsSet.has(source)), its.filter((source) => !ownSet.has(source))];
}

/** The reach of a change from the last state to another one. */
function reachBetween(
  last: Linted,
  { graph }: ReadGraph,
  changed: ReadonlySet<string>,
  added: WordedSources,
): Reach {
  const layer = new Layer(graph, added, (path) => changed.has(path));
  const isNew = new Set([...changed].flatMap((path) => layer.byPath.get(path) ?? []));
  const isGone = (resource: Resource) => changed.has(resource.source.path) && !isNew.has(resource);
  const linked = new Linked(
    [...linksOf(last).layers, { layer }],
    (resource) => (isGone(resource) ? last.read.graph : graph),
    { graph, apart: last.read.graph.deployers === graph.deployers ? new Set() : changed },
  );
  return reachOf(linked, changed);
}

/** Does a part of what the next change needs; returns whether something may be left to do. */
export function prepareAgain(last: Linted): boolean {
  return preparations(last).next().done !== true;
}

const preparations = memoize(function* (last: Linted) {
  const { layers } = linksOf(last);
  yield;
  for (const { layer } of layers) yield layer.words.prepare();
});

/** What leads from file to file in a state. */
function linksOf(linted: Linted): Links {
  return linted.links ?? foundLinks(linted);
}

const foundLinks = memoize(({ sources, read, words }: Linted) => Links.of(read.graph, { sources, words }));

function lintAll(
  sources: readonly Source[],
  rules: readonly Rule[],
  options: ReadOptions & LintOptions,
): Linted {
  const words = new WeakMap<Source, Uint32Array>();
  const onText = (source: Source, text: string) => words.set(source, wordHashes(text));
  const read = readGraph(sources, { ...options, onText, keepsReadings: true });
  return { sources, read, words, result: lintRead(read, rules, options) };
}

/** Whether the last run was complete. Otherwise a change can have effects that its reach does not contain. */
function isWhole({ result: { faults, limits, unreadable } }: Linted): boolean {
  return faults.length + limits.length + unreadable.length === 0;
}
