import { expect, it } from 'vitest';
import type { AnalysisPhase, ExperimentObject } from '../../../src/rollouts/controllers/context.js';
import { experimentPhase } from '../../../src/rollouts/controllers/experiment-phase.js';

const experiment = (analyses: readonly unknown[]): ExperimentObject => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Experiment',
  metadata: { name: 'e' },
  spec: { analyses },
});

const required = { name: 'a', requiredForCompletion: true };
const optional = { name: 'b' };

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/experiments/experiment.go (calculateStatus, assessAnalysisRuns)
it.each<[string, readonly unknown[], Record<string, AnalysisPhase>, number | undefined, AnalysisPhase]>([
  ['nothing ends it', [], {}, undefined, 'Running'],
  ['the duration is not over: the end itself is not after it', [], {}, 100, 'Running'],
  ['the duration is over', [], {}, 99, 'Successful'],
  ['an optional analysis does not end it', [optional], { b: 'Successful' }, undefined, 'Running'],
  ['an optional analysis does not hold it', [optional], { b: 'Running' }, 99, 'Successful'],
  ['a required analysis ends it', [required, optional], { a: 'Successful', b: 'Running' }, 200, 'Successful'],
  ['a required analysis holds it', [required], { a: 'Running' }, 99, 'Running'],
  ['a required analysis has no run yet', [required], {}, 99, 'Running'],
  ['the worst result counts', [required, optional], { a: 'Successful', b: 'Failed' }, 200, 'Failed'],
  ['an error is worse than a doubt', [required, optional], { a: 'Error', b: 'Inconclusive' }, 200, 'Error'],
  ['a doubt ends it', [optional], { b: 'Inconclusive' }, 200, 'Inconclusive'],
])('%s', (_, analyses, phases, endsAt, expected) => {
  const runs = new Map(Object.entries(phases).map(([name, phase]) => [name, { phase }]));
  expect(experimentPhase(experiment(analyses), { endsAt, now: 100, runs }).phase).toBe(expected);
});
