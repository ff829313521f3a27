import path from 'node:path';
import {
  type EvaluatedCharts,
  evaluatedCharts,
  type EvaluatedState,
} from '../lint/rendered/evaluated-charts.js';
import type { Resource } from '../model/resource.js';
import { workTreesAround } from '../repository/files/work-trees.js';
import { boundaryOf, type CommandInputs, type Settings } from './inputs.js';

/** The charts that a command may read. */
export function chartsIn(
  settings: Settings,
  paths: readonly string[],
  { readsModes = false } = {},
): EvaluatedCharts {
  const { workingFolder } = settings;
  return evaluatedCharts({
    ...settings,
    readsModes,
    boundary: boundaryOf(settings, paths),
    workTrees: workTreesAround(paths.map((given) => path.resolve(workingFolder, given))),
  });
}

/** Inputs with the objects of charts in place of their files, as far as they are known without Helm. */
export function withCharts(
  inputs: CommandInputs,
  charts: EvaluatedCharts,
  state?: EvaluatedState,
): CommandInputs {
  const evaluated = charts.of(inputs.sources, state);
  if (!evaluated) return inputs;
  const { sources, written, asWritten, writtenIn, notes, failures, relocate } = evaluated;
  // Kustomizations may have been built before.
  const { written: earlier, writtenIn: builtIn, graph } = inputs;
  const rendered = new Set(evaluated.rendered);
  const isOfChart = ({ source }: Resource): boolean => rendered.has(source);
  return {
    ...inputs,
    ...{ sources, relocate },
    written: earlier ? { sources: earlier.sources, built: earlier.built } : written,
    writtenIn: (resource) =>
      isOfChart(resource) ? writtenIn(resource) : (builtIn?.(resource) ?? writtenIn(resource)),
    notes: [...inputs.notes, ...notes],
    failures: [...inputs.failures, ...failures],
    graph: {
      ...graph,
      asWritten: (resource) =>
        isOfChart(resource) || !graph.asWritten ? asWritten(resource) : graph.asWritten(resource),
    },
  };
}
