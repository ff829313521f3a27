import { expect, it } from 'vitest';
import type { RolloutObject } from '../../../src/kubernetes/objects/rollout-object.js';
import { shareOf } from '../../../src/play/simulate/share.js';

const canary = { stableService: 'stable', canaryService: 'canary', trafficRouting: { smi: {} } };

const rolloutWith = (strategy: object, status: object): RolloutObject => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Rollout',
  metadata: { name: 'web', namespace: 'shop' },
  spec: { strategy },
  status,
});

const weights = {
  canary: { podTemplateHash: 'new', weight: 20 },
  stable: { podTemplateHash: 'old', weight: 80 },
};
const withWeights = rolloutWith({ canary }, { stableRS: 'old', canary: { weights } });
const ofThousand = rolloutWith(
  { canary: { ...canary, trafficRouting: { smi: {}, maxTrafficWeight: 1000 } } },
  { stableRS: 'old', canary: { weights } },
);
const unset = rolloutWith({ canary }, { stableRS: 'old' });
const blueGreen = rolloutWith({ blueGreen: {} }, { stableRS: 'old', blueGreen: { activeSelector: 'new' } });

// The status has the weights that the controller has set, in parts of maxTrafficWeight; before the first one all requests go to the
// stable version, and in blue-green to what the active Service selects.
it.each([
  ['the weight of the canary', withWeights, 'new', 0.2],
  ['the weight of the stable version', withWeights, 'old', 0.8],
  ['nothing for another version', withWeights, 'older', 0],
  ['a weight of a thousand', ofThousand, 'new', 0.02],
  ['all for the stable version without weights', unset, 'old', 1],
  ['nothing for the canary without weights', unset, 'new', 0],
  ['all for what is active', blueGreen, 'new', 1],
  ['nothing for what is not', blueGreen, 'old', 0],
])('the share is %s', (_, rollout, hash, share) => {
  expect(shareOf(new Map() as never, rollout, hash)).toBeCloseTo(share);
});
