import type { Graph } from '../graph/graph.js';
import { readGraph, type ReadOptions } from '../graph/read-graph.js';
import { impactOf } from '../impact/impact.js';
import type { RolloutImpact } from '../impact/rollout-impact.js';
import { changedSources, touchedPairs } from '../impact/touched.js';
import { lint } from '../lint/lint.js';
import { type Finding, messageOf } from '../model/finding.js';
import type { Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import { rules } from '../rules/index.js';
import { driftObjections, simulationObjections } from '../scaffold/objections.js';
import { Effort } from '../simulate/effort.js';

/** A state of the files, read. */
export interface State {
  readonly sources: readonly Source[];
  readonly graph: Graph;
  readonly findings: readonly Finding[];
}

export type ReadingOf = NonNullable<ReadOptions['graph']>;

export function stateOf(sources: readonly Source[], given: ReadingOf): State {
  const read = { parsesAll: true, graph: given };
  const { findings, faults } = lint(sources, rules, read);
  for (const { error } of faults) throw error;
  return { sources, graph: readGraph(sources, read).graph, findings };
}

/** What was found when a step was played. */
export interface Checked {
  /** What stands against it, in a sentence each; empty when it may be merged. */
  readonly objections: readonly string[];
  /** What the commit does to Rollouts. */
  readonly impacts: readonly RolloutImpact[];
}

/**
 * What lint finds in the state after a step and not before it, what simulate and drift say of the Rollout then, and what the
 * change does to running pods.
 */
export function checkChange(before: State, after: State, rollout: Resource | undefined): Checked {
  const known = new Set(before.findings.map(keyOf));
  const found = after.findings
    .filter(({ severity }) => severity !== 'info')
    .filter((finding) => !known.has(keyOf(finding)))
    .map((finding) => `${finding.place.source.name}: ${finding.rule}: ${messageOf(finding)}`);
  const effort = new Effort();
  const changed = changedSources(before.sources, after.sources);
  const impacts = touchedPairs(before.graph, after.graph, changed).flatMap((pair) => {
    const graphs = { before: before.graph, after: after.graph };
    const { rolloutsVersion: version, argoCdVersion: argocd } = after.graph;
    return impactOf(graphs, pair, { version, argocd, effort }) ?? [];
  });
  return {
    objections: [
      ...found,
      ...(rollout
        ? [...simulationObjections(after.graph, rollout), ...driftObjections(after.graph, [rollout])]
        : []),
    ],
    impacts,
  };
}

/** The same finding may stand on another line after an edit. */
function keyOf(finding: Finding): string {
  return `${finding.place.source.path}\n${finding.rule}\n${messageOf(finding)}`;
}
