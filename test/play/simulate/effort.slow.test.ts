import { describe, expect, it } from 'vitest';
import type { RolloutObject } from '../../../src/kubernetes/objects/rollout-object.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { LimitError } from '../../../src/model/limit-error.js';
import { Resource } from '../../../src/model/resource.js';
import { Effort } from '../../../src/play/simulate/effort.js';
import { textSource } from '../../support/sources.js';
import { traceOf } from '../../support/traces.js';
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

describe('what a run may take', () => {
  const spent =
    'Rollout "late" was skipped: the Rollouts before it used up the limit of one run; choose it with --rollout.';

  it('comes to its end', () => {
    const effort = new Effort();
    for (let count = 0; count < 50; count += 1) effort.spend(10_000_000, 'early');
    expect(() => effort.spend(1, 'late')).toThrow(spent);
  });

  it('grows with the objects that are played: 10 000 Rollouts of ten steps, in a drift each', () => {
    const effort = new Effort();
    for (let count = 0; count < 10_000; count += 1) {
      effort.spend(65_000, 'early', [objectOf(3900)]);
      effort.spend(65_000, 'early');
    }
    expect(() => effort.spend(65_000, 'last')).not.toThrow();
  });

  it('does not grow with a large object that many name, nor with one that is built without text', () => {
    const effort = new Effort();
    const [large, built] = [objectOf(300_000), objectOf(0)];
    for (let count = 0; count < 50; count += 1) effort.spend(10_000_000, 'early', [large, built]);
    expect(() => effort.spend(1, 'late', [large, built])).toThrow(spent);
  });

  it('does not grow by what an alias repeats', () => {
    const effort = new Effort();
    const item = `[${'a, '.repeat(100)}a]`;
    const text = `kind: Rollout\nmetadata: {name: web}\nspec: {x: &x ${item}, y: [${'*x, '.repeat(1000)}*x]}\n`;
    const [rollout] = readGraph([textSource('a.yaml', text)]).graph.resources;
    expect(JSON.stringify(rollout!.at().value).length).toBeGreaterThan(300_000);
    for (let count = 0; count < 50; count += 1) effort.spend(10_000_000, 'early', [rollout!]);
    expect(() => effort.spend(1_000_000, 'late')).toThrow(spent);
  });
});

/** An object of so many characters. */
function objectOf(characters: number): Resource {
  const source = textSource('a.yaml', '');
  const root = { kind: 'map', entries: [], start: 0, end: characters } as const;
  const identity = { group: '', version: 'v1', kind: 'Service', name: 'web', namespace: undefined };
  return new Resource(identity, source, 0, { root });
}
