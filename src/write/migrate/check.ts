import type { Graph } from '../../repository/graph/graph.js';
import { type ReadGraph, readGraph, type ReadOptions } from '../../repository/graph/read-graph.js';
import { impactOf } from '../../play/impact/impact.js';
import type { RolloutImpact } from '../../play/impact/rollout-impact.js';
import { changedSources, touchedPairs } from '../../play/impact/touched.js';
import { lintRead } from '../../lint/lint.js';
import { type Finding, messageOf } from '../../model/finding.js';
import type { Resource } from '../../model/resource.js';
import type { Source } from '../../model/source.js';
import { rules } from '../../rules/index.js';
import { driftObjections, simulationObjections } from '../scaffold/objections.js';
import { Effort } from '../../play/simulate/effort.js';

/** A state of the files, as it was read. */
export interface FilesState {
  /** The files. */
  readonly given: readonly Source[];
  /** The deployed manifests: the files themselves, or what they render to. */
  readonly sources: readonly Source[];
  readonly graph: Graph;
  /** Linted on first access, because not every state is linted. */
  readonly findings: readonly Finding[];
  /** The paths of the files that an object was rendered from. */
  writtenIn(resource: Resource): readonly string[];
}

/** Reads files, and renders them if that is allowed. */
export type ReadManifests = (given: readonly Source[]) => {
  readonly sources: readonly Source[];
  readonly graph: NonNullable<ReadOptions['graph']>;
  readonly writtenIn?: ((resource: Resource) => readonly string[]) | undefined;
};

export const asTheyAre: ReadManifests = (sources) => ({ sources, graph: {} });

export function filesState(given: readonly Source[], reading: ReadManifests): FilesState {
  const { sources, graph, writtenIn = () => [] } = reading(given);
  const read = readGraph(sources, { graph });
  let findings: FilesState['findings'] | undefined;
  return {
    given,
    sources,
    graph: read.graph,
    writtenIn,
    get findings() {
      return (findings ??= findingsIn(read));
    },
  };
}

function findingsIn(read: ReadGraph): FilesState['findings'] {
  const { findings, faults } = lintRead(read, rules);
  for (const { error } of faults) throw error;
  return findings;
}

/** The result of playing a step. */
export interface Checked {
  /** Why it must not be merged, one sentence each; empty if it may be merged. */
  readonly objections: readonly string[];
  /** The effects of the commit on Rollouts. */
  readonly impacts: readonly RolloutImpact[];
}

/**
 * Rules that an order of commits breaks for a while: routes lead to both Services before the Rollout sets their weights, and a Rollout has
 * steps before it has a router, between which no update may start, as the plan says. A Rollout takes over the replicas of its Deployment
 * where some overlays have no autoscaler; the plan says how to leave them to the others.
 */
const awaited: ReadonlySet<string> = new Set([
  'istio/weights-of-rollout',
  'rollout/canary-gets-requests',
  'rollout/stable-service-keeps-pods',
  'argocd/replicas-left-to-autoscaler',
]);

/**
 * Checks a step: findings of lint that exist after it and not before, the results of simulate and drift for the Rollout, and the effects
 * of the change on running pods. Findings of an earlier state, to which a step goes back, are known, too.
 */
export function checkChange(
  before: FilesState,
  after: FilesState,
  rollout: Resource | undefined,
  earlier?: FilesState,
): Checked {
  const known = new Set([...before.findings, ...(earlier?.findings ?? [])].map(messageKey));
  const found = after.findings
    .filter(({ severity, rule }) => severity !== 'info' && !awaited.has(rule))
    .filter((finding) => !known.has(messageKey(finding)))
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

/** A key without line numbers, because an edit may move a finding. */
function messageKey(finding: Finding): string {
  return `${finding.place.source.path}\n${finding.rule}\n${messageOf(finding)}`;
}
