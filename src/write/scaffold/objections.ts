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
 * What lint, simulate and drift have against manifests, in a sentence each; empty when all is well at each moment of an
 * update. Without an Application among them drift has nothing to say.
 * @param assumed - objects that are known to be in the cluster
 */
export function objectionsTo(sources: readonly Source[], assumed: readonly Target[]): readonly string[] {
  const read = { graph: { assumed } };
  const { findings, faults } = lint(sources, rules, read);
  for (const { error } of faults) throw error;
  const said = findings.map(
    (finding) => `${finding.place.source.name}: ${finding.rule}: ${messageOf(finding)}`,
  );
  const { graph } = readGraph(sources, read);
  if (graph.rollouts.length === 0) said.push('The files contain no Rollout.');
  for (const rollout of graph.rollouts) said.push(...simulationObjections(graph, rollout));
  const drifts = driftsOf(graph, graph.rollouts);
  for (const application of graph.ofKind('Application'))
    if (!drifts.some(({ deployer }) => deployer.application === application))
      said.push(`Application "${application.name}" deploys no Rollout.`);
  return [...said, ...drifts.flatMap(objectionsOfDrift)];
}

/** What simulate has against a Rollout. */
export function simulationObjections(graph: Graph, rollout: Resource): readonly string[] {
  const said: string[] = [];
  const at = `Rollout "${rollout.name}"`;
  const { frames } = simulate(graph, rollout);
  if (!frames.some(({ kind }) => kind === 'promoted'))
    said.push(`${at}: no update completes (rolloutkit simulate).`);
  for (const { id, kind, errors, isSettled, rewrites } of frames) {
    // What a pass writes and takes back it does after every abort (argoproj/argo-rollouts#3078).
    // While a canary has no pods the controller writes its header routes into an ALB's Ingress and out of it again,
    // whatever the manifests say.
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

/** What Applications say of Rollouts at each moment of an update. Without an Application drift has nothing to say. */
export function driftObjections(graph: Graph, rollouts: readonly Resource[]): readonly string[] {
  return driftsOf(graph, rollouts).flatMap(objectionsOfDrift);
}

/** Without an Application that leads to the files, one that may be meant is taken for it; that one is left out. */
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
