import { memoize } from '../../model/memo.js';
import type { Graph } from '../../repository/graph/graph.js';
import { blueGreen, canary, steps } from '../../kubernetes/kinds/rollout.js';
import { podLabels } from '../../kubernetes/kinds/workload.js';
import type { Labels } from '../../kubernetes/objects/object.js';
import { ofEach } from './of-each.js';

/** Labels that pods have temporarily: those of the versions of an update, and of experiments. */
export const passingLabels = memoize((graph: Graph): readonly Labels[] => [
  ...ofEach(graph.rollouts, (rollout) => [
    ...[canary(rollout), blueGreen(rollout)].flatMap((strategy) =>
      ['canaryMetadata', 'stableMetadata', 'activeMetadata', 'previewMetadata']
        .map((key) => strategy.at(key, 'labels').strings)
        .filter((labels) => Object.keys(labels).length > 0)
        .map((labels) => ({ ...graph.labels(rollout), ...labels })),
    ),
    ...steps(rollout).flatMap((step) =>
      step.at('experiment', 'templates').items.map((template) => template.at('metadata', 'labels').strings),
    ),
  ]),
  ...graph
    .ofKind('Experiment', 'argoproj.io')
    .flatMap((experiment) => experiment.at('spec', 'templates').items)
    .map((template) => podLabels(template.at('template')).strings),
]);
