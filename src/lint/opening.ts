import { readGraph, type ReadGraph } from '../repository/graph/read-graph.js';
import { renewPatternWork } from '../kubernetes/kinds/go-pattern.js';
import { Faults } from '../model/fault.js';
import type { Finding } from '../model/finding.js';
import type { Parts } from '../model/parts.js';
import type { Source } from '../model/source.js';
import { wordHash, wordHashes } from '../yaml/parse/words.js';
import type { Rule } from '../rules/rule.js';
import type { Linted } from './lint-again.js';
import { lintInParts, lintRead, type LintOptions, type LintResult } from './lint.js';
import { Linked, Links } from './links.js';
import { type Reach, reachOf } from './reach.js';
import type { WordsBySource } from './word-index.js';

/** What some files reach is checked before all others if it is at most this share of all files, so that all takes little longer. */
const mostShare = 1 / 20;

/** With so few files, it takes little time in any case. */
const fewFiles = 100;

type Options = Omit<LintOptions, 'before' | 'known' | 'onText'>;

/** The sources at a moment of a first lint, as far as they are read. */
export interface OpeningMoment {
  readonly read: ReadGraph;
  /**
   * The findings in some files, the same that there are when all is checked; undefined if these files reach too many others to
   * be checked before them.
   */
  findingsIn(this: void, paths: readonly string[]): readonly Finding[] | undefined;
}

/**
 * The first lint of many sources, which takes seconds: they are read at once and checked in parts, and the findings in some files can
 * be told before.
 */
export class Opening {
  private readonly read: ReadGraph;
  private readonly words: WordsBySource = new WeakMap<Source, Uint32Array>();
  private readonly parts: Parts<LintResult>;
  private links: Links | undefined;

  constructor(
    private readonly sources: readonly Source[],
    private readonly rules: readonly Rule[],
    private readonly options: Options,
  ) {
    this.read = this.readAll(sources, options);
    this.parts = lintInParts(this.read, rules, options);
  }

  /** Goes on until something else has to be done; returns the state when all is checked. */
  goOn(isEnough: () => boolean): Linted | undefined {
    for (;;) {
      const step = this.parts.next();
      const { sources, read, words, links } = this;
      if (step.done === true) return { sources, read, words, result: step.value, links };
      if (isEnough()) return undefined;
    }
  }

  /** The sources as they are now, with their options: those that have not changed are the same objects. */
  momentOf(sources: readonly Source[], options: Options): OpeningMoment {
    const own = new Set(this.sources);
    const added = sources.filter((source) => !own.has(source));
    const now = new Set(sources);
    const gone = this.sources.filter((source) => !now.has(source));
    if (added.length + gone.length === 0) {
      return this.moment(this.read, sources, () => this.ownLinks);
    }
    const read = this.readAll(sources, options, this.read);
    const words = { sources, words: this.words };
    const changed = new Set([...added, ...gone].map(({ path }) => path));
    const linksNow = () => this.ownLinks.after(changed, read.graph, words) ?? Links.of(read.graph, words);
    return this.moment(read, sources, linksNow);
  }

  private get ownLinks(): Links {
    const { sources, words, read } = this;
    return (this.links ??= Links.of(read.graph, { sources, words }));
  }

  private readAll(sources: readonly Source[], options: Options, known?: ReadGraph): ReadGraph {
    const onText = (source: Source, text: string) => this.words.set(source, wordHashes(text));
    return readGraph(sources, { ...options, onText, keepsReadings: true, known });
  }

  private moment(read: ReadGraph, sources: readonly Source[], linksNow: () => Links): OpeningMoment {
    let linked: Linked | undefined;
    const most = Math.max(fewFiles, sources.length * mostShare);
    return {
      read,
      findingsIn: (paths) => {
        linked ??= new Linked(linksNow().layers, () => read.graph, { graph: read.graph, apart: new Set() });
        const reach = reachOf(linked, new Set(paths));
        if (reach.around.size > most) return undefined;
        const findings = this.findingsIn(reach, read);
        // Two objects that name the same missing one have no path between them, and rules may tell of both.
        const joined = joinedByAbsent(linked, read, reach);
        if (joined.length === 0) return findings.filter(isIn(paths));
        const wider = reachOf(linked, new Set([...paths, ...joined]));
        return wider.around.size > most ? undefined : this.findingsIn(wider, read).filter(isIn(paths));
      },
    };
  }

  private findingsIn(reach: Reach, read: ReadGraph): readonly Finding[] {
    // What fails is told with everything else.
    const { findings } = lintRead(read, this.rules, { ...this.options, reach, faults: new Faults() });
    renewPatternWork();
    return findings;
  }
}

function isIn(paths: readonly string[]): (finding: Finding) => boolean {
  const wanted = new Set(paths);
  return ({ place }) => wanted.has(place.source.path);
}

/** The files that some files do not reach and that name the same missing Service as one of them. */
function joinedByAbsent(linked: Linked, { graph }: ReadGraph, { judged }: Reach): readonly string[] {
  const names = graph.absent.flatMap(({ kind, name }) => (kind === 'Service' ? [wordHash(name)] : []));
  if (names.length === 0) return [];
  const own = new Set<number>();
  const others: (readonly [string, number])[] = [];
  linked.eachWith(new Set(names), (path, hash) => {
    if (judged.has(path)) own.add(hash);
    else others.push([path, hash]);
  });
  return [...new Set(others.flatMap(([path, hash]) => (own.has(hash) ? [path] : [])))];
}
