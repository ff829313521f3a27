import { isScript, runsCommands } from '../../model/command-files.js';
import { culpritsAmong, Faults, isForCaller } from '../../model/fault.js';
import type { Finding } from '../../model/finding.js';
import type { Resource } from '../../model/resource.js';
import { renewPatternWork } from '../../kubernetes/kinds/go-pattern.js';
import { LimitError } from '../../model/limit-error.js';
import { folderOf, type Source } from '../../model/source.js';
import { Reader, type Reading } from '../../yaml/parse/read.js';
import { mostSteps } from './builds.js';
import { Graph, type GraphOptions } from './graph.js';

/** What sources hold. */
export interface ReadGraph {
  readonly graph: Graph;
  /** What is wrong with the YAML of the documents that have been parsed so far. */
  readonly problems: readonly Finding[];
  /** Parses what nobody has asked for, all of it or of some objects: what is wrong with it is among the problems then. */
  readonly examine: (isWanted?: (resource: Resource) => boolean) => void;
  /** Sources that were not read because they are unrendered Helm templates. */
  readonly templates: readonly Source[];
  /** Sources that were asked for by their names and hold no resource. */
  readonly empty: readonly Source[];
  /** Sources with comments that may suppress rules. */
  readonly commented: readonly Source[];
  /** Sources whose text could not be had, with what was thrown. */
  readonly unreadable: readonly { readonly source: Source; readonly error: unknown }[];
  /** Where we ourselves failed so far; whoever asks more of the graph adds to them. */
  readonly faults: Faults;
  /** What each source holds, for whoever reads the same sources and others; where that was asked for. */
  readonly readings: ReadonlyMap<Source, Known>;
  /** The problems of these sources and of others that were read before, lists that grow as documents are parsed. */
  readonly noted: readonly (readonly Finding[])[];
  /** What stands in the files, where it was rendered. */
  readonly written: WrittenGraph | undefined;
}

/** What stands in files of which some were rendered. */
export interface WrittenGraph {
  readonly graph: Graph;
  /** What is wrong with the YAML of those that are not read otherwise. */
  readonly problems: readonly Finding[];
  /** Whether a kustomization was built. */
  isBuilt(kustomization: Resource): boolean;
}

/** The files that sources were rendered from, and all others. */
export interface Written {
  readonly sources: readonly Source[];
  /** The paths of the kustomizations that were built. */
  readonly built: ReadonlySet<string>;
}

/** A source that has been read. */
interface Known {
  readonly reading: Reading;
  readonly mayBeLive: boolean;
  readonly hasComments: boolean;
}

export interface ReadOptions {
  /** Whether a source was asked for by its name: no document of it is too far from an object to be parsed. */
  readonly isNamed?: (source: Source) => boolean;
  /** Whether the same sources will be read with others, as `known`. */
  readonly keepsReadings?: boolean;
  /** Sources that were read before are not read again. */
  readonly known?: Pick<ReadGraph, 'readings' | 'noted'> | undefined;
  /** Called with each text that is read. */
  readonly onText?: ((source: Source, text: string) => void) | undefined;
  /** Called with how many sources were read so far. */
  readonly onRead?: ((count: number) => void) | undefined;
  /** What stands in the files, where the sources are what was rendered from them. */
  readonly written?: Written | undefined;
  /** How much of the texts and trees is kept, in characters; the Reader knows what is usual. */
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
 * Reads the manifests of all sources together; nothing is thrown for what a source holds. Sources are read again when
 * a document is needed after its text was let go.
 */
export function readGraph(
  sources: Iterable<Source>,
  {
    isNamed = () => false,
    keepsReadings = false,
    known,
    onText,
    onRead,
    written,
    cacheChars,
    graph = {},
  }: ReadOptions = {},
  faults = new Faults(),
): ReadGraph {
  renewPatternWork();
  const reader = new Reader({ cacheChars, faults });
  const resources: Resource[] = [];
  const templates: Source[] = [];
  const empty: Source[] = [];
  const files: Source[] = [];
  const readings = new Map<Source, Known>();
  const mayBeLive = new Set<Source>();
  const problems: Finding[] = [];
  const unreadable: { source: Source; error: unknown }[] = [];
  const commandFiles: Source[] = [];
  const commented: Source[] = [];
  let count = 0;
  for (const source of sources) {
    onRead?.(++count);
    if (runsCommands(source.path)) commandFiles.push(source);
    if (isScript(source.path)) continue; // A rule may want to read it.
    let its = known?.readings.get(source);
    if (!its) {
      let text: string;
      try {
        text = source.read();
      } catch (error) {
        unreadable.push({ source, error });
        continue;
      }
      const reading = faults.contain('read', { source, start: 0, end: 0 }, () =>
        reader.read(source, text, isNamed(source)),
      );
      if (!reading) continue;
      onText?.(source, text);
      for (const problem of reading.problems) problems.push(problem);
      its = {
        reading,
        mayBeLive: text.includes('resourceVersion') || text.includes('uid'),
        hasComments: text.includes('rolloutkit-ignore'),
      };
    }
    files.push(source);
    if (keepsReadings || written) readings.set(source, its);
    if (its.mayBeLive) mayBeLive.add(source);
    if (its.reading.template) templates.push(source);
    else if (its.hasComments) commented.push(source);
    const { resources: found, problems: wrong, template } = its.reading;
    if (found.length + wrong.length === 0 && !template && !runsCommands(source.path) && isNamed(source))
      empty.push(source);
    for (const resource of its.reading.resources) resources.push(resource);
  }
  const noted = [...(known?.noted ?? []), problems, reader.problems];
  const built = graphOf(resources, faults, {
    ...graph,
    incomplete: new Set(
      [...templates, ...faults.all.flatMap(({ place }) => place?.source ?? [])].map(folderOf),
    ),
    files,
    commandFiles,
    mayBeLive: (source) => mayBeLive.has(source),
  });
  for (const kustomization of built.cutKustomizations)
    faults.add('read', kustomization, tooWide(kustomization));
  for (const set of built.setsTooLarge) faults.add('read', set, tooLarge(set));
  // What tests read may be wrong on purpose.
  const isSeen = (source: Source): boolean => isNamed(source) || !built.isAside(source);
  return {
    graph: built,
    faults,
    written: written && readWritten(written, { readings, noted, faults }, { isNamed, cacheChars, graph }),
    get problems() {
      const read = known && new Set(files);
      return noted.flat().filter(({ place: { source } }) => read?.has(source) !== false && isSeen(source));
    },
    examine(isWanted) {
      for (const resource of resources)
        if (isSeen(resource.source) && isWanted?.(resource) !== false) resource.examine();
    },
    readings,
    noted,
    templates,
    empty,
    get commented() {
      return commented.filter(isSeen);
    },
    unreadable,
  };
}

/** Files that were rendered are parsed whole: who reads what was made of them asks for no document of theirs. */
function readWritten(
  { sources, built }: Written,
  known: Pick<ReadGraph, 'readings' | 'noted' | 'faults'>,
  { graph: { asWritten: _, ...graph } = {}, ...options }: ReadOptions,
): WrittenGraph {
  const read = readGraph(sources, { ...options, graph, known }, known.faults);
  read.examine(({ source }) => !known.readings.has(source));
  return {
    graph: read.graph,
    get problems() {
      return read.problems.filter(({ place: { source } }) => !known.readings.has(source));
    },
    isBuilt: ({ source }) => built.has(source.path),
  };
}

function tooWide({ source }: Resource): LimitError {
  return new LimitError(
    `${source.name}: the kustomization reads its bases more than ${mostSteps} times, so some were not followed.`,
  );
}

function tooLarge({ source, name }: Resource): LimitError {
  return new LimitError(
    `${source.name}: ApplicationSet "${name}" makes more Applications than can be followed, so none of them was.`,
  );
}

/** Without the resources that make its building fail, such as a kustomization that is read wrongly. */
function graphOf(
  resources: readonly Resource[],
  faults: Faults,
  options: GraphOptions & { readonly incomplete: ReadonlySet<string> },
): Graph {
  try {
    return new Graph(resources, options);
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
