import type { Finding } from '../../model/finding.js';
import { groupBy } from '../../model/multimap.js';
import type { Source } from '../../model/source.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { ReadGraph } from '../../repository/graph/read-graph.js';
import type { FixRun } from '../fix/settle.js';
import type { Linted } from '../lint-again.js';
import type { Inputs } from './charts.js';

/** What is known of all files, or soon of the open ones. */
export interface KnownState {
  readonly sources: readonly Source[];
  readonly graph: Graph;
  readonly findings: readonly Finding[];
  /** Findings by the path of the file where they are. */
  readonly byPlace: ReadonlyMap<string, readonly Finding[]>;
  /** Findings by the only file that their fix writes to; under the empty path those that write to several. */
  readonly byFix: ReadonlyMap<string, readonly Finding[]>;
  /** What could not be read or checked, in words. */
  readonly failures: readonly string[];
  /** The only files whose findings are known so far; without it, all are. */
  readonly judged?: ReadonlySet<string>;
}

/** All files as they were linted. */
export interface WorkspaceState extends KnownState {
  readonly linted: Linted;
  readonly inputs: Inputs;
  /** All findings with the severities of the rules. */
  readonly told: readonly Finding[];
}

/** A state, for trying fixes. */
export function fixRunOf({ sources, told, findings, inputs }: WorkspaceState): FixRun {
  return { sources, findings: told, reported: findings, rendered: inputs.rendered };
}

/** The graph of the files themselves, in which places are those of an editor. */
export function graphOfFiles({ graph, written }: ReadGraph): Graph {
  return written?.graph ?? graph;
}

/** Findings by where they are, and by where their fixes write. */
export function placed(findings: readonly Finding[]): Pick<KnownState, 'byPlace' | 'byFix'> {
  return {
    byPlace: groupBy(findings, ({ place }) => place.source.path),
    byFix: groupBy(
      findings.filter(({ fix }) => fix),
      ({ fix }) => fixedFile(fix!.writes.map(({ resource }) => resource.source.path)),
    ),
  };
}

/** The only file that a fix writes to; empty for several files. */
function fixedFile(paths: readonly string[]): string {
  const [only = '', ...others] = new Set(paths);
  return others.length === 0 ? only : '';
}
