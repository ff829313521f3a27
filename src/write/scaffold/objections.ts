import { type Drift, driftOf } from '../../play/drift/drift.js';
import type { Graph } from '../../repository/graph/graph.js';
import { readGraph } from '../../repository/graph/read-graph.js';
import { lint } from '../../lint/lint.js';
import { messageOf } from '../../model/finding.js';
import type { Target } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import type { Source } from '../../model/source.js';
import { rules } from '../../rules/index.js';
import { simulate } from '../../play/simulate/simulate.js';

/**
 * Problems that lint, simulate and drift find in manifests at any moment of an update, one sentence each. Without an Application drift
 * finds nothing.
 * @param assumed - objects that exist in the cluster
 */
export function objectionsTo(sources: readonly Source[], assumed: readonly Target[]): readonly string[] {
  const read = { graph: { assumed } };
  const { findings, faults } = lint(sources, rules, read);
  for (const { error } of faults) throw error;
  const said = findings
    // The user chose the image; the command notes a tag that may be another one tomorrow.
    .filter(({ rule }) => rule !== 'pods/image-versioned')
    .map((finding) => `${finding.place.source.name}: ${finding.rule}: ${messageOf(finding)}`);
  const { graph } = readGraph(sources, read);
  if (graph.rollouts.length === 0) said.push('The files contain no Rollout.');
  for (const rollout of graph.rollouts) said.push(...simulationObjections(graph, rollout));
  const drifts = driftsOf(graph, graph.rollouts);
  for (const application of graph.ofKind('Application'))
    if (!drifts.some(({ deployer }) => deployer.application === application))
      said.push(`Application "${application.name}" deploys no Rollout.`);
  return [...said, ...drifts.flatMap(objectionsOfDrift)];
}

/** Problems that simulate finds in a Rollout. */
export function simulationObjections(graph: Graph, rollout: Resource): readonly string[] {
  const said: string[] = [];
  const at = `Rollout "${rollout.name}"`;
  const { frames } = simulate(graph, rollout);
  if (!frames.some(({ kind }) => kind === 'promoted'))
    said.push(`${at}: no update completes (rolloutkit simulate).`);
  for (const { id, kind, errors, isSettled, rewrites } of frames) {
    // Not a problem of the manifests: after every abort a pass writes and reverts the same fields (argoproj/argo-rollouts#3078),
    // and while a canary has no pods the controller adds its header routes to the Ingress of an ALB and removes them again.
    if (
      kind === 'invalid' ||
      kind === 'stuck' ||
      (!isSettled && rewrites.length === 0 && kind !== 'canary-lost')
    )
      said.push(`${at}: the update hangs at ${id} (rolloutkit simulate).`);
    for (const { isTransient, message } of errors) if (!isTransient) said.push(`${at}: ${id}: ${message}`);
  }
  return said;
}

/** Problems that drift finds at any moment of an update; none without an Application. */
export function driftObjections(graph: Graph, rollouts: readonly Resource[]): readonly string[] {
  return driftsOf(graph, rollouts).flatMap(objectionsOfDrift);
}

/** Drifts without those of assumed Applications, which drift uses if no Application deploys the files. */
function driftsOf(graph: Graph, rollouts: readonly Resource[]): readonly Drift[] {
  return driftOf(graph, rollouts).drifts.filter(({ deployer }) => deployer.assumption === undefined);
}

function objectionsOfDrift({ deployer, frames, faults, entries, options, frozen }: Drift): readonly string[] {
  const at = `Application "${deployer.application.name}"`;
  const isOff = faults.length + entries.length + options.length + frozen.length > 0;
  return [
    ...frames
      .filter(({ status }) => status !== 'synced')
      .map(({ frame, status }) => `${at}: ${status} at ${frame.id} (rolloutkit drift).`),
    ...(isOff ? [`${at}: it ignores too little or too much (rolloutkit drift).`] : []),
  ];
}
