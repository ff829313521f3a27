import { memoizeLastOf } from '../../../model/memo.js';
import { whereKnown } from '../../../kubernetes/objects/unknown.js';
import type { ExperimentObject } from '../../../rollouts/controllers/context.js';
import { experimentParts } from '../../../rollouts/controllers/experiment-objects.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { isPlaceholder } from '../../../model/placeholder.js';
import type { Resource } from '../../../model/resource.js';
import { none } from '../../../model/none.js';
import { newObjections } from '../../../kubernetes/validation/write.js';
import { isTaken, problemsIn } from '../schema/problems.js';
import { stored } from './stored.js';
import { judgementOn, workloadOf } from './violations.js';
import { experimentField } from './experiment-field.js';
import { type RefusedField, Findings, Trial } from './trial.js';

/**
 * The writes of controllers for a Rollout that the API server refuses. The code of the simulation builds each object for one
 * moment; no update is simulated.
 */
export const refusedWrites = memoizeLastOf((graph: Graph, rollout: Resource): readonly RefusedField[] => {
  const { withPods: object, own, references } = judgementOn(graph, rollout);
  const workload = workloadOf(graph, rollout);
  // For an invalid Rollout, or without a pod template, the controller writes nothing.
  if (
    !object ||
    !workload ||
    !isTaken(graph, rollout) ||
    !mayBeTaken(graph, workload) ||
    own.length + references.length > 0 ||
    isPlaceholder(rollout.name) ||
    rollout.name === ''
  )
    return none;
  const trial = new Trial(rollout, object, graph);
  for (const attempt of [
    () => trial.replicaSets(),
    () => trial.analyses(),
    () => trial.experiments(),
    () => trial.routes(),
  ])
    whereKnown(attempt, undefined);
  return trial.found;
});

/** The same for an Experiment that no Rollout creates. */
export function refusedParts(graph: Graph, experiment: Resource): readonly RefusedField[] {
  const { name } = experiment;
  if (!isTaken(graph, experiment) || isPlaceholder(name) || name === '') return none;
  const found = new Findings();
  const object = stored(experiment, name, graph.namespace(experiment)) as ExperimentObject;
  for (const part of experimentParts(object))
    for (const objection of newObjections(undefined, part.object))
      found.add(
        part.object,
        objection,
        experimentField(experiment.at('spec'), part.object, part.index, objection),
        'aborted',
      );
  return found.all;
}

/** A workload may be of a kind without a schema here. */
function mayBeTaken(graph: Graph, workload: Resource): boolean {
  return problemsIn(graph, workload) === undefined || isTaken(graph, workload);
}
