import { driftOf } from '../drift/drift.js';
import { readGraph } from '../graph/read-graph.js';
import { lint } from '../lint/lint.js';
import { messageOf } from '../model/finding.js';
import type { Target } from '../model/reference.js';
import type { Source } from '../model/source.js';
import { rules } from '../rules/index.js';
import { simulate } from '../simulate/simulate.js';

/**
 * What lint, simulate and drift have against manifests, in a sentence each; empty when all is well at each moment of an
 * update. Without an Application among them drift has nothing to say.
 * @param assumed - objects that are known to be in the cluster
 */
export function objectionsTo(sources: readonly Source[], assumed: readonly Target[]): readonly string[] {
  const read = { parsesAll: true, graph: { assumed } };
  const { findings, faults } = lint(sources, rules, read);
  for (const { error } of faults) throw error;
  const said = findings.map(
    (finding) => `${finding.place.source.name}: ${finding.rule}: ${messageOf(finding)}`,
  );
  const { graph } = readGraph(sources, read);
  if (graph.rollouts.length === 0) said.push('The files contain no Rollout.');
  for (const rollout of graph.rollouts) {
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
  }
  // Without an Application that leads to the files, one that may be meant is taken for it.
  const drifts = driftOf(graph, graph.rollouts).drifts.filter(
    ({ deployer }) => deployer.assumption === undefined,
  );
  for (const application of graph.ofKind('Application'))
    if (!drifts.some(({ deployer }) => deployer.application === application))
      said.push(`Application "${application.name}" deploys no Rollout.`);
  for (const { deployer, frames, faults, entries, options, frozen } of drifts) {
    const at = `Application "${deployer.application.name}"`;
    for (const { frame, status } of frames)
      if (status !== 'synced') said.push(`${at}: ${status} at ${frame.id} (rolloutkit drift).`);
    if (faults.length + entries.length + options.length + frozen.length > 0)
      said.push(`${at}: it ignores too little or too much (rolloutkit drift).`);
  }
  return said;
}
