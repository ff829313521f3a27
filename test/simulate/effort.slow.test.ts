import { describe, expect, it } from 'vitest';
import type { RolloutObject } from '../../src/cluster/rollout-object.js';
import { LimitError } from '../../src/model/limit-error.js';
import { Effort } from '../../src/simulate/effort.js';
import { traceOf } from '../support/traces.js';
import { istioRollout, rollout } from './manifests.js';

/** As many steps as are asked for, in the usual order. */
const ramp = (count: number): string =>
  Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? `- setWeight: ${Math.round((index * 100) / count)}` : '- pause: {}',
  ).join('\n');

describe('what it takes to play a Rollout', () => {
  it('is within the limit for a ramp by single percents', () => {
    const { frames } = traceOf(istioRollout(ramp(200)));
    expect(frames.map(({ id }) => id)).toContain('step-199');
    expect(frames.map(({ id }) => id)).toContain('promoted');
  }, 60_000);

  it('is beyond it for thousands of steps, and for few steps of megabytes', () => {
    const large = istioRollout('- setWeight: 20').replace(
      'name: checkout\n  namespace',
      `name: checkout\n  annotations: {much: ${'x'.repeat(1_000_000)}}\n  namespace`,
    );
    expect(() => traceOf(istioRollout(ramp(5000)))).toThrow(
      /^Rollout "checkout" is too large to be simulated: 5000 steps and, with the objects that it names, \d{5} characters\.$/,
    );
    expect(() => traceOf(large)).toThrow(LimitError);
  });

  it('is within the limit for a thousand pods, one by one, and beyond it for two thousand', () => {
    const basic = (replicas: number): string =>
      rollout('canary: {maxSurge: 1, maxUnavailable: 0, steps: [{setWeight: 50}, {pause: {}}]}', replicas);
    expect(traceOf(basic(900)).frames.map(({ id }) => id)).toContain('promoted');
    expect(() => traceOf(basic(2500))).toThrow(
      'Rollout "checkout" is too large to be simulated: it did not settle after 1000 rounds of pods and pauses.',
    );
  });

  it('is the same template that comes back at every step, and is looked at once', () => {
    const { frames } = traceOf(istioRollout(ramp(8)));
    const specs = frames
      .filter(({ id }) => /^step-\d-rolled-back$/.test(id))
      .flatMap(({ objects }) => [...objects.values()].filter(({ kind }) => kind === 'Rollout'))
      .map((object) => (object as RolloutObject).spec);
    expect(specs.length).toBeGreaterThan(3);
    expect(new Set(specs).size).toBe(1);
  });
});

it('what a run may take comes to its end', () => {
  const effort = new Effort();
  for (let count = 0; count < 50; count += 1) effort.spend(10_000_000, 'early');
  expect(() => effort.spend(1, 'late')).toThrow(
    'Rollout "late" was skipped: the Rollouts before it used up the limit of one run; choose it with --rollout.',
  );
});
