import { expect, it } from 'vitest';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { simulate } from '../../../src/play/simulate/simulate.js';
import type { Trace } from '../../../src/play/simulate/trace.js';
import { analysisTemplate, pause, setWeight } from '../../conformance/scenario.js';
import { alb } from '../../conformance/scenarios/support.js';
import { textSource } from '../../support/sources.js';

const fieldPath = 'status.alb.canaryTargetGroup.name';
const analysis = {
  templates: [{ templateName: 'errors' }],
  args: [{ name: 'group', valueFrom: { fieldRef: { fieldPath } } }],
};
const template = analysisTemplate('errors', { args: [{ name: 'group' }] });
const objects = alb({ steps: [setWeight(20), { analysis }, pause()], more: [template] });

function traceOf(verifiesTargetGroups: boolean | undefined): Trace {
  const text = objects.map((object) => JSON.stringify(object)).join('\n---\n');
  const { graph } = readGraph([textSource('all.yaml', text)], { graph: { verifiesTargetGroups } });
  const [rollout] = graph.rollouts;
  if (!rollout) throw new Error('no Rollout');
  return simulate(graph, rollout, { branches: false });
}

// The example of https://argo-rollouts.readthedocs.io/en/stable/features/analysis/#blue-green-analysis-template-arguments
// Recorded in alb-verification: the controller notes the target groups of a new Ingress before it has any.
it('an analysis of a target group starts where the controller asks load balancers, with an empty name', () => {
  const { frames } = traceOf(true);
  expect(frames.flatMap(({ errors }) => errors)).toEqual([]);
  expect(frames.at(-1)?.id).toBe('scaled-down');
  const runs = frames.flatMap(({ objects }) =>
    [...objects.values()].filter(({ kind }) => kind === 'AnalysisRun'),
  );
  expect(runs).toContainEqual(
    expect.objectContaining({
      spec: expect.objectContaining({ args: [{ name: 'group', value: '' }] }) as unknown,
    }),
  );
});

it('and the controller gets no further where it does not', () => {
  const { frames } = traceOf(undefined);
  expect(frames.at(-1)?.id).toBe('step-0');
  expect(frames.at(-1)?.stopsFor).toBe(`invalid path ${fieldPath} in rollout`);
});

it('shows an Ingress as it is written, without the load balancer that is assumed', () => {
  const shown = traceOf(true).frames.flatMap(({ objects }) =>
    [...objects.values()].filter(({ kind }) => kind === 'Ingress'),
  );
  expect(shown.length).toBeGreaterThan(0);
  for (const ingress of shown) expect(ingress).not.toHaveProperty('status');
});
