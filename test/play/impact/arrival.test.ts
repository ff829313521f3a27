import { describe, expect, it } from 'vitest';
import { defaultArgoCdVersion } from '../../../src/argocd/version.js';
import { carryOut } from '../../../src/play/impact/arrival.js';
import { planOf } from '../../../src/play/impact/arrivals.js';
import { deliveriesOf } from '../../../src/play/impact/delivery.js';
import { statesOf } from '../../../src/play/impact/state.js';
import { changedSources, touchedPairs } from '../../../src/play/impact/touched.js';
import { leftBehind } from './left-behind.js';
import { recordedChanges } from './recorded-changes.js';
import { edited, example, type Files, graphsOf } from './stories.js';

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
