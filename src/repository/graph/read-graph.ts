import { runsCommands } from '../../model/command-files.js';
import { culpritsAmong, Faults, isForCaller } from '../../model/fault.js';
import type { Finding } from '../../model/finding.js';
import type { Resource } from '../../model/resource.js';
import { renewPatternWork } from '../../kubernetes/kinds/go-pattern.js';
import { LimitError } from '../../model/limit-error.js';
import { folderOf, type Source } from '../../model/source.js';
import { type KeptReading, Reader } from '../../yaml/parse/read.js';
import { mostBuildSteps } from './builds.js';
import { Graph } from './graph.js';
import type { GraphOptions } from './options.js';
import { type ReadSource, ReadSources } from './read-sources.js';

/** The result of reading sources. */
export interface ReadGraph {
  readonly graph: Graph;
  /** The problems in the YAML of the documents that have been parsed so far. */
  readonly problems: readonly Finding[];
  /** Parses all documents that were not needed yet, or those of some objects, so that their problems are among the others. */
  readonly examine: (isWanted?: (resource: Resource) => boolean) => void;
  /** Sources that were not read because they are unrendered Helm templates. */
  readonly templates: readonly Source[];
  /** Sources that the user named and that hold no resource. */
  readonly empty: readonly Source[];
  /** Sources with comments that may suppress rules. */
  readonly commented: readonly Source[];
  /** Whether problems of a source itself are reported, which samples and input of tests may have on purpose. */
  readonly isSeen: (source: Source) => boolean;
  /** Sources whose content could not be read, with the exception. */
  readonly unreadable: readonly { readonly source: Source; readonly error: unknown }[];
  /** The faults so far; code that uses the graph adds its own. */
  readonly faults: Faults;
  /** The content of each source, for reading the same sources again with others; only if requested. */
  readonly readings: ReadonlyMap<Source, ReadSource>;
  /** The problems of these sources and of others that were read before; the lists grow as documents are parsed. */
  readonly noted: readonly (readonly Finding[])[];
  /** The graph of the manifests in the files, if they were rendered. */
  readonly written: WrittenGraph | undefined;
}

/** The graph of files of which some were rendered. */
export interface WrittenGraph {
  readonly graph: Graph;
  readonly sources: readonly Source[];
  /** The problems in the YAML of files that are not read otherwise. */
  readonly problems: readonly Finding[];
  /** Whether a kustomization was rendered. */
  readonly isBuilt: (kustomization: Resource) => boolean;
  /** What the next state need not read again, if that is requested. */
  readonly read: Pick<ReadGraph, 'readings' | 'noted'>;
}

/** The files that sources were rendered from, and all others. */
export interface WrittenSources {
  readonly sources: readonly Source[];
  /** The paths of the kustomizations that were rendered. */
  readonly built: ReadonlySet<string>;
}

export interface ReadOptions {
  /** Whether the user named a source: all of its documents are parsed, even those that do not look like objects. */
  readonly isNamed?: (source: Source) => boolean;
  /** Whether the same sources will be read with others, as `known`. */
  readonly keepsReadings?: boolean;
  /** Sources that were read before are not read again. */
  readonly known?:
    (Pick<ReadGraph, 'readings' | 'noted'> & Partial<Pick<ReadGraph, 'graph' | 'written'>>) | undefined;
  /** Called with the content of each source. */
  readonly onText?: ((source: Source, text: string) => void) | undefined;
  /** Called with the number of sources that were read so far. */
  readonly onRead?: ((count: number) => void) | undefined;
  /** The files that the sources were rendered from. */
  readonly written?: WrittenSources | undefined;
  /** How much of the files and trees is kept, in characters; the Reader has a default. */
  readonly cacheChars?: number;
  readonly graph?: Pick<
    GraphOptions,
    | 'asWritten'
    | 'assumed'
    | 'workTrees'
    | 'exists'
    | 'readsOthers'
    | 'rolloutsVersion'
    | 'verifiesTargetGroups'
    | 'argoCdVersion'
    | 'isSynthesized'
    | 'ownSchemas'
  >;
}

/**
 * Reads the manifests of all sources together; it never throws for their content. Sources are read again when a document is
 * needed after it was released.
 */
export function readGraph(
  sources: Iterable<Source>,
  options: ReadOptions = {},
  faults = new Faults(),
): ReadGraph {
  renewPatternWork();
  const { isNamed = () => false, known, onRead, written, cacheChars, keepsReadings, graph = {} } = options;
  const reader = new Reader({ cacheChars, faults });
  const keeps = (keepsReadings ?? false) || written !== undefined;
  const read = new ReadSources(reader, { ...options, isNamed, keepsReadings: keeps }, faults);
  let count = 0;
  for (const source of sources) {
    onRead?.(++count);
    read.add(source);
  }
  // The result must not hold on to `read` or `known`: each state would keep all earlier ones in memory.
  const { resources, files, readings, templates, empty, commented, mayBeLive, unreadable } = read;
  const noted = [...(known?.noted ?? []), read.problems, reader.problems];
  const isAmong = known && isOneOf(files);
  const graphOptions = {
    ...graph,
    incomplete: incompleteFolders(read, faults),
    templates,
    files,
    commandFiles: read.commandFiles,
    mayBeLive: (source: Source) => mayBeLive.has(source),
  };
  const built = graphOf(resources, faults, graphOptions, known?.graph);
  addLimits(built, faults);
  // Input of tests may be invalid on purpose.
  const isSeen = (source: Source): boolean => isNamed(source) || !built.isSampleOrBesideChart(source);
  return {
    graph: built,
    faults,
    written:
      written &&
      readWritten(
        written,
        { readings, noted, faults, earlier: known?.written },
        { isNamed, cacheChars, keepsReadings, graph },
      ),
    get problems() {
      return noted.flat().filter(({ place: { source } }) => isAmong?.(source) !== false && isSeen(source));
    },
    examine(isWanted) {
      for (const resource of resources)
        if (isWanted?.(resource) !== false && isSeen(resource.source)) resource.examine();
    },
    readings,
    noted,
    templates,
    empty,
    commented,
    isSeen,
    unreadable,
  };
}

/** The folders of files whose objects are not all known. */
function incompleteFolders({ templates, files }: ReadSources, faults: Faults): ReadonlySet<string> {
  const failed = faults.all.flatMap(({ place }) => place?.source ?? []);
  const partial = files.filter(({ isPartial }) => isPartial === true);
  return new Set([...templates, ...failed, ...partial].map(folderOf));
}

/** What is kept of a source that was read, for a later run. */
export interface KeptSource extends KeptReading, Pick<ReadSource, 'mayBeLive' | 'hasComments'> {}

/** Sources as an earlier run has read them, to be used as `known`. */
export function restoredReadings(
  kept: Iterable<readonly [Source, KeptSource]>,
  { cacheChars }: Pick<ReadOptions, 'cacheChars'>,
): Pick<ReadGraph, 'readings' | 'noted'> {
  const reader = new Reader({ cacheChars, faults: new Faults() });
  const readings = new Map<Source, ReadSource>();
  for (const [source, its] of kept) {
    const { mayBeLive, hasComments } = its;
    const isOfCommands = runsCommands(source.path);
    readings.set(source, { reading: reader.restore(source, its), isOfCommands, mayBeLive, hasComments });
  }
  return { readings, noted: [reader.problems] };
}

/** Whether a source is one of these, which are counted when this is first asked. */
function isOneOf(files: readonly Source[]): (source: Source) => boolean {
  let own: ReadonlySet<Source> | undefined;
  return (source) => (own ??= new Set(files)).has(source);
}

/** What is known of files that were rendered. */
interface WrittenKnown extends Pick<ReadGraph, 'readings' | 'noted' | 'faults'> {
  readonly earlier: WrittenGraph | undefined;
}

/** Parses all documents of files that were rendered, because only their output is used otherwise. */
function readWritten(
  { sources, built }: WrittenSources,
  { faults, earlier, ...own }: WrittenKnown,
  { graph: { asWritten: _, ...graph } = {}, ...options }: ReadOptions,
): WrittenGraph {
  const known = earlier
    ? {
        readings: new Map([...earlier.read.readings, ...own.readings]),
        noted: [...new Set([...earlier.read.noted, ...own.noted])],
        graph: earlier.graph,
      }
    : own;
  const read = readGraph(sources, { ...options, graph, known }, faults);
  const { readings, noted } = read;
  read.examine(({ source }) => !own.readings.has(source));
  return {
    graph: read.graph,
    sources,
    get problems() {
      return read.problems.filter(({ place: { source } }) => !own.readings.has(source));
    },
    isBuilt: ({ source }) => built.has(source.path),
    read: { readings, noted },
  };
}

function addLimits(graph: Graph, faults: Faults): void {
  for (const kustomization of graph.cutKustomizations)
    faults.add('read', kustomization, tooWide(kustomization));
  for (const set of graph.setsTooLarge) faults.add('read', set, tooLarge(set));
}

function tooWide({ source }: Resource): LimitError {
  return new LimitError(
    `${source.name}: the kustomization reads its bases more than ${mostBuildSteps} times, so some were not followed.`,
  );
}

function tooLarge({ source, name }: Resource): LimitError {
  return new LimitError(
    `${source.name}: ApplicationSet "${name}" makes more Applications than can be followed, so none of them was.`,
  );
}

/** Leaves out resources that make the constructor fail, such as a kustomization that is misread. */
function graphOf(
  resources: readonly Resource[],
  faults: Faults,
  options: GraphOptions & { readonly incomplete: ReadonlySet<string> },
  earlier: Graph | undefined,
): Graph {
  try {
    return new Graph(resources, options, earlier);
  } catch (error) {
    const culprits = culpritsAmong(resources, (some) => new Graph(some, options));
    if (isForCaller(error) || culprits.size === 0) throw error;
    for (const [resource, thrown] of culprits) faults.add('read', resource, thrown);
    const incomplete = [...culprits.keys()].map(({ source }) => folderOf(source));
    return new Graph(
      resources.filter((resource) => !culprits.has(resource)),
      { ...options, incomplete: new Set([...options.incomplete, ...incomplete]) },
    );
  }
}
