import { describe, expect, it } from 'vitest';
import { isMap } from '../../conformance/normalise.js';
import { defaultArgoCdVersion } from '../../../src/argocd/version.js';
import { carryOut } from '../../../src/play/impact/arrival.js';
import { planOf } from '../../../src/play/impact/arrivals.js';
import { deliveriesOf } from '../../../src/play/impact/delivery.js';
import { statesOf } from '../../../src/play/impact/state.js';
import { changedSources, touchedPairs } from '../../../src/play/impact/touched.js';
import { randomChange } from './changes.js';
import { recordedChanges } from './recorded-changes.js';
import { edited, example, type Files, graphsOf } from './stories.js';

/**
 * What is left of the keys of maps that Git had before and drops, by object, and how many were dropped. An apply takes each of
 * them away, unless it is a server-side apply and somebody else has written another value there since.
 */
function leftBehind(before: Files, after: Files): { readonly dropped: number; readonly left: string[] } {
  const { graphs, sources } = graphsOf(before, after);
  let dropped = 0;
  const left: string[] = [];
  for (const pair of touchedPairs(
    graphs.before,
    graphs.after,
    changedSources(sources.before, sources.after),
  )) {
    if (!pair.before || !pair.after) continue;
    const states = statesOf(graphs, { before: pair.before, after: pair.after });
    const { change, starts } = planOf(states.before, states.after, {
      version: '1.9',
      argocd: defaultArgoCdVersion,
    });
    for (const { moment } of starts) {
      const { steps } = deliveriesOf(change.before, change.after, change.carriers, moment.objects);
      let at = moment;
      for (const step of steps) {
        const { moments, refusals, unknown } = carryOut(step, at);
        const after = moments.at(-1)?.moment ?? at;
        const kept = new Set([...unknown, ...refusals.map(({ delivery }) => delivery)]);
        for (const delivery of step.applied.flat()) {
          const [old, live] = [at.objects.get(delivery.key), after.objects.get(delivery.key)];
          if (kept.has(delivery) || !delivery.before || !delivery.after || !old || !live) continue;
          const isServerSide = delivery.carrier.argo.has('ServerSideApply=true');
          for (const path of droppedKeys(delivery.before.git, delivery.after.git)) {
            if (isServerSide && !isSame(valueAt(old, path), valueAt(delivery.before.git, path))) continue;
            dropped++;
            if (valueAt(live, path) !== undefined) left.push(`${delivery.key} ${path.join('.')}`);
          }
        }
        at = after;
      }
    }
  }
  return { dropped, left };
}

function droppedKeys(before: unknown, after: unknown, path: readonly string[] = []): readonly string[][] {
  if (!isMap(before) || !isMap(after)) return [];
  return Object.keys(before).flatMap((key) =>
    Object.hasOwn(after, key) ? droppedKeys(before[key], after[key], [...path, key]) : [[...path, key]],
  );
}

function valueAt(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isMap(value) ? value[key] : undefined), object);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

describe('what Git drops', () => {
  const options = (files: Files, text: string): Files =>
    edited(files, ['application.yaml', '  syncPolicy:\n', `  syncPolicy:\n    syncOptions: ${text}\n`]);

  it.each([
    ['replicas are left to an autoscaler'],
    ['a canary loses its router'],
    ['an analysis is removed while it runs'],
    ['blue-green promotes by itself from now on'],
  ])('is gone after the sync: %s', (name) => {
    const { dropped, left } = leftBehind(...recordedChanges.get(name)!);
    expect(dropped).toBeGreaterThan(0);
    expect(left).toEqual([]);
  });

  it.each([['[ServerSideApply=true]'], ['[ApplyOutOfSyncOnly=true]'], ['[RespectIgnoreDifferences=true]']])(
    'is gone with syncOptions: %s',
    (text) => {
      const [before, after] = recordedChanges.get('replicas are left to an autoscaler')!;
      const { dropped, left } = leftBehind(options(before, text), options(after, text));
      expect(dropped).toBeGreaterThan(0);
      expect(left).toEqual([]);
    },
  );

  it('is gone after changes by chance', () => {
    let count = 0;
    for (let run = 0; run < 60; run++) {
      const { before, after } = randomChange(20, run);
      const { dropped, left } = leftBehind(before, after);
      count += dropped;
      expect([run, left]).toEqual([run, []]);
    }
    expect(count).toBeGreaterThan(100);
  });
});

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (NewController, UpdateFunc) */
describe('a Rollout that leaves its router', () => {
  const [nginx, withoutNginx] = recordedChanges.get('a canary loses its router')!;
  const withoutServices = edited(withoutNginx, [
    'app.yaml',
    '      stableService: web-stable\n      canaryService: web-canary\n',
    '',
  ]);
  const subset = example('istio-subset/corrected');
  const rule = `          destinationRule:
            name: quotes
            stableSubsetName: stable
            canarySubsetName: canary
`;
  const hash = 'rollouts-pod-template-hash';

  it.each([
    ['Services', nginx, withoutServices, 'Service'],
    ['DestinationRule', subset, edited(subset, ['rollout.yaml', rule, '']), 'DestinationRule'],
  ])('lets go of its %s at once', (_what, before, after, kind) => {
    const { graphs, sources } = graphsOf(before, after);
    const [pair] = touchedPairs(graphs.before, graphs.after, changedSources(sources.before, sources.after));
    const states = statesOf(graphs, { before: pair!.before!, after: pair!.after! });
    const { change, starts } = planOf(states.before, states.after, {
      version: '1.9',
      argocd: defaultArgoCdVersion,
    });
    for (const { moment } of starts) {
      const { steps } = deliveriesOf(change.before, change.after, change.carriers, moment.objects);
      const end = steps.reduce((at, step) => carryOut(step, at).moments.at(-1)?.moment ?? at, moment);
      const [was, is] = [moment, end].map(({ objects }) =>
        JSON.stringify([...objects.values()].filter((object) => object.kind === kind)),
      );
      expect(was).toContain(hash);
      expect(is).not.toContain(hash);
      expect(is).not.toContain('managed-by-rollouts');
    }
  });
});
