import {
  abort,
  pods,
  promote,
  promoteFull,
  ready,
  retry,
  revision,
  scenario,
  setWeight,
  pause,
  updated,
  canaryRollout,
  type Scenario,
} from '../scenario.js';
import type { IntOrString } from '../../../src/kubernetes/objects/rollout-object.js';
import { basic, services } from './support.js';

const whole = [...updated, promote, ready, promote, ready] as const;

/** How many pods a weight means, and on which way the controller gets there. */
const counts: readonly Scenario[] = (
  [
    // replicas, maxSurge, maxUnavailable, weights
    [1, undefined, undefined, [5, 50, 95]],
    [1, 0, 1, [5, 50, 95]],
    [1, 1, 1, [50]],
    [2, undefined, undefined, [10, 50, 75]],
    [2, 0, 1, [50]],
    [3, undefined, undefined, [10, 33, 34, 66, 90]],
    [3, 0, '25%', [50]],
    [3, '1%', 0, [50]],
    [4, undefined, undefined, [1, 12, 13, 50, 99]],
    [4, 2, 0, [40, 80]],
    [4, 0, 2, [40, 80]],
    [5, '50%', '50%', [30, 70]],
    [5, '100%', 0, [30, 100]],
    [5, 0, '100%', [30, 100]],
    [7, '30%', '10%', [15, 45, 85]],
    [10, undefined, undefined, [1, 5, 41, 45, 55, 95]],
    [10, 0, 3, [5, 41, 95]],
    [10, 3, 0, [5, 41, 95]],
    [10, 5, 5, [50, 20]],
    [50, '10%', '10%', [29, 58]],
    [0, undefined, undefined, [50]],
    [3, '2', 0, [50]],
    [3, 0, 0, [50]],
    [3, '0%', '0%', [50]],
  ] satisfies [number, IntOrString?, IntOrString?, number[]?][]
).map(([replicas, maxSurge, maxUnavailable, weights = []]) =>
  scenario(
    `${replicas} replicas, surge ${maxSurge ?? 'unset'}, unavailable ${maxUnavailable ?? 'unset'}, ${weights.join(' ')}`,
    'The nearest split, and the passes that lead to it within the limits.',
    basic(
      {
        steps: weights.flatMap((weight) => [setWeight(weight), pause()]),
        ...(maxSurge === undefined ? {} : { maxSurge }),
        ...(maxUnavailable === undefined ? {} : { maxUnavailable }),
      },
      { replicas },
    ),
    [...updated, ...weights.flatMap(() => [promote, ready])],
  ),
);

export const basicCanaryScenarios: readonly Scenario[] = [
  scenario('a whole update', 'Replicas at each step.', basic(), whole),
  scenario('no steps', 'A rolling update.', [canaryRollout({})], updated),
  scenario('no steps, ten pods, one at a time', 'The limits hold in each pass.', [
    canaryRollout({ maxSurge: 1, maxUnavailable: 0 }, { replicas: 10 }),
  ], [ready, revision(2), pods({ canary: 0 }), pods({ canary: 1 }), pods({ canary: 1 }), pods({ canary: 2 }), ready]),
  scenario('with Services', 'The Services are switched without a router too.', [
    ...basic({ canaryService: 'web-canary', stableService: 'web-stable' }),
    ...services,
  ], whole),
  scenario('aborted', 'All pods are of the stable revision again.', basic(), [...updated, abort, ready]),
  scenario('aborted with Services', 'Both Services go back.', [
    ...basic({ canaryService: 'web-canary', stableService: 'web-stable' }),
    ...services,
  ], [...updated, abort, ready]),
  scenario('aborted and retried', 'The steps begin anew.', basic(), [...updated, abort, ready, retry, ready]),
  scenario('promoted at once', 'The steps are skipped.', basic(), [...updated, promoteFull, ready]),
  scenario('back to stable', 'No step holds it.', basic(), [...updated, revision(1), ready]),
  scenario('superseded', 'The pods of the second revision go.', basic(), [...updated, revision(3), ready]),
  ...counts,
];
