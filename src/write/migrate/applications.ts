import { applicationSpec } from '../../kubernetes/kinds/application.js';
import { driftOf } from '../../play/drift/drift.js';
import { patchOf } from '../../play/drift/patch.js';
import { isPatched, patched } from '../../lint/fix/patch-application.js';
import type { Graph } from '../../repository/graph/graph.js';
import { readGraph } from '../../repository/graph/read-graph.js';
import type { Resource } from '../../model/resource.js';
import type { FileChange } from './files.js';

/** The files of Applications that deploy a Rollout, with the `ignoreDifferences` entries that it needs. */
export function applicationChanges(graph: Graph, rollout: Resource): readonly FileChange[] {
  const changes = new Map<string, FileChange>();
  for (const drift of driftOf(graph, [rollout]).drifts) {
    const { application, set, assumption } = drift.deployer;
    const change = { patch: patchOf(drift), faults: drift.faults };
    if (assumption !== undefined || (!change.patch && change.faults.length === 0)) continue;
    const target = set ?? application;
    const { source } = target;
    const before = source.read();
    const next = patched(applicationSpec(target), change, before);
    // The check of the step reports what cannot be edited here.
    if ('unfit' in next || next.text === before || changes.has(source.path)) continue;
    const after = readGraph([
      { path: source.path, name: source.name, read: () => next.text },
    ]).graph.given.find(
      ({ kind, name, root }) =>
        kind === target.kind && name === target.name && root.start === target.root.start,
    );
    if (!after || !isPatched(applicationSpec(target), applicationSpec(after), change)) continue;
    changes.set(source.path, { path: source.path, name: source.name, before, after: next.text });
  }
  return [...changes.values()];
}
