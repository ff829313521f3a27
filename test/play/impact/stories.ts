import path from 'node:path';
import { readFileSync } from 'node:fs';
import type { Graph } from '../../../src/repository/graph/graph.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { impactOf, type ImpactOptions } from '../../../src/play/impact/impact.js';
import type { RolloutImpact } from '../../../src/play/impact/rollout-impact.js';
import { changedSources, touchedPairs } from '../../../src/play/impact/touched.js';
import type { Source } from '../../../src/model/source.js';
import { filesBelow, textSource } from '../../support/sources.js';

/** Texts by the paths of their files. */
export type Files = Readonly<Record<string, string>>;

/** An example of this repository. */
export function example(name: string): Files {
  const root = path.join(__dirname, '../../../examples', name);
  return Object.fromEntries(
    filesBelow(root).map((file) => {
      const text = readFileSync(file, 'utf8').replace(`path: examples/${name}`, 'path: .');
      return [
        path.relative(root, file),
        text.replace(/repoURL: .*/, 'repoURL: https://git.example.com/shop.git'),
      ];
    }),
  );
}

/** Files with texts replaced; each has to be there. */
export function edited(
  files: Files,
  ...edits: readonly (readonly [file: string, from: string, to: string])[]
): Files {
  const result: Record<string, string> = { ...files };
  for (const [file, from, to] of edits) {
    const text = result[file] ?? '';
    if (!text.includes(from)) throw new Error(`${file} does not have ${from}`);
    result[file] = text.replaceAll(from, to);
  }
  return result;
}

export function without(files: Files, ...names: readonly string[]): Files {
  return Object.fromEntries(Object.entries(files).filter(([name]) => !names.includes(name)));
}

/** Both states of files that a change makes different. */
export function graphsOf(
  before: Files,
  after: Files,
): {
  readonly graphs: { readonly before: Graph; readonly after: Graph };
  readonly sources: { readonly before: readonly Source[]; readonly after: readonly Source[] };
} {
  const known = new Map<string, Source>();
  const sourcesOf = (files: Files): readonly Source[] =>
    Object.entries(files).map(([file, text]) => {
      const key = `${file}\n${text}`;
      const source = known.get(key) ?? textSource(`/repository/${file}`, text);
      known.set(key, source);
      return source;
    });
  const workTrees = [{ folder: '/repository', remotes: ['https://git.example.com/shop.git'] }];
  const read = (sources: readonly Source[]): Graph => readGraph(sources, { graph: { workTrees } }).graph;
  const sources = { before: sourcesOf(before), after: sourcesOf(after) };
  return { graphs: { before: read(sources.before), after: read(sources.after) }, sources };
}

/** Plays a change of files. */
export function impactsOf(before: Files, after: Files, options?: ImpactOptions): readonly RolloutImpact[] {
  const { graphs, sources } = graphsOf(before, after);
  return touchedPairs(graphs.before, graphs.after, changedSources(sources.before, sources.after)).flatMap(
    (pair) => impactOf(graphs, pair, options) ?? [],
  );
}
