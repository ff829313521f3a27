import { expect, it } from 'vitest';
import { changedWithOtherSteps } from '../../../src/play/impact/other-steps.js';
import type { Protection, Scenario } from '../../../src/play/protect/protection.js';

/** A version that turns bad at a second, with a share of the requests, and what it costs until the controller aborts it. */
const aborted = (at: number, share: number, exposure: number): Scenario => ({
  id: at === 0 ? 'start' : `step-${at}`,
  ...{ title: '', at, outcome: 'aborted', by: 'errors', noticed: 0, share, exposure, gone: 60, shares: [] },
});

/** A background analysis that measures each minute stops all of them. */
const protection = (...scenarios: readonly Scenario[]): Protection =>
  ({ scenarios, shares: [], gates: [{ isBackground: true, every: 60 }] }) as unknown as Protection;

it('compares by themselves the costs of versions that are bad from the start, and of those that turn bad later', () => {
  const later = aborted(600, 60, 20);
  const details = changedWithOtherSteps(
    protection(aborted(0, 60, 100), later),
    protection(aborted(0, 60, 10), later),
  );
  // Those that turn bad later cost 20 in both states; only the start has become cheaper.
  expect(details).toMatchObject([
    { kind: 'more-protected', before: { id: 'start', exposure: 100 }, after: { id: 'start', exposure: 10 } },
    { kind: 'not-compared', isReachCompared: true, isCostCompared: true },
  ]);
  expect(details).toHaveLength(2);
});
