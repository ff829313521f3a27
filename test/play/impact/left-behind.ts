import { expect, it } from 'vitest';
import { isMap } from '../../conformance/normalise.js';
import { defaultArgoCdVersion } from '../../../src/argocd/version.js';
import { carryOut } from '../../../src/play/impact/arrival.js';
import { planOf } from '../../../src/play/impact/arrivals.js';
import { deliveriesOf } from '../../../src/play/impact/delivery.js';
import { statesOf } from '../../../src/play/impact/state.js';
import { changedSources, touchedPairs } from '../../../src/play/impact/touched.js';
import { randomChange } from './changes.js';
import { type Files, graphsOf } from './stories.js';

/**
 * What is left of the keys of maps that Git had before and drops, by object, and how many were dropped. An apply takes each of
 * them away, unless it is a server-side apply and somebody else has written another value there since.
 */
export function leftBehind(
  before: Files,
  after: Files,
): { readonly dropped: number; readonly left: string[] } {
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

/** Tries so many changes, from one of them on: of the first ones, few drop something. */
export function dropsByChance(runs: number, from = 0): void {
  it('what Git drops is gone after changes by chance', () => {
    let count = 0;
    for (let run = from; run < from + runs; run++) {
      const { before, after } = randomChange(20, run);
      const { dropped, left } = leftBehind(before, after);
      count += dropped;
      expect([run, left]).toEqual([run, []]);
    }
    expect(count).toBeGreaterThan(runs);
  });
}
