import type { Finding } from '../model/finding.js';
import type { Resource } from '../model/resource.js';
import { folderOf, type Source } from '../model/source.js';
import { Reader, type Reading } from '../parse/read.js';
import { Graph, type GraphOptions } from './graph.js';

/** What sources hold. */
export interface ReadGraph {
  readonly graph: Graph;
  /** What is wrong with the YAML of the documents that have been parsed so far. */
  readonly problems: readonly Finding[];
  /** Sources that were not read because they are unrendered Helm templates. */
  readonly templates: readonly Source[];
  /** Sources whose text could not be had, with what was thrown. */
  readonly unreadable: readonly { readonly source: Source; readonly error: unknown }[];
}

export interface ReadOptions {
  /** Parse the documents, too, that nobody asks for: the only way to know that nothing is wrong with their YAML. */
  readonly parsesAll?: boolean;
  /** How much of the texts and trees is kept, in characters; the Reader knows what is usual. */
  readonly cacheChars?: number;
  readonly graph?: Pick<GraphOptions, 'asWritten' | 'assumed'>;
}

/**
 * Reads the manifests of all sources together; nothing is thrown for what a source holds. Sources are read again when
 * a document is needed after its text was let go.
 */
export function readGraph(
  sources: Iterable<Source>,
  { parsesAll = false, cacheChars, graph = {} }: ReadOptions = {},
): ReadGraph {
  const reader = new Reader({ cacheChars });
  const resources: Resource[] = [];
  const templates: Source[] = [];
  const byPath = new Map<string, Source>();
  const problems: Finding[] = [];
  const unreadable: { source: Source; error: unknown }[] = [];
  for (const source of sources) {
    let reading: Reading;
    try {
      reading = reader.read(source);
    } catch (error) {
      unreadable.push({ source, error });
      continue;
    }
    byPath.set(source.path, source);
    for (const problem of reading.problems) problems.push(problem);
    if (reading.template) templates.push(source);
    for (const resource of reading.resources) {
      if (parsesAll) resource.at();
      resources.push(resource);
    }
  }
  return {
    graph: new Graph(resources, {
      ...graph,
      incomplete: new Set(templates.map(folderOf)),
      readFile: (path) => byPath.get(path)?.read(),
    }),
    get problems() {
      return [...problems, ...reader.problems];
    },
    templates,
    unreadable,
  };
}
