import { expect, it } from 'vitest';
import { hasProgressed } from '../../../src/rollouts/controllers/conditions.js';
import type { RolloutObject } from '../../../src/kubernetes/objects/rollout-object.js';
import type { RolloutStatus } from '../../../src/kubernetes/objects/rollout-status.js';

const counts = { replicas: 4, updatedReplicas: 4, readyReplicas: 4, availableReplicas: 4 };
const selecting = (activeSelector: string, previewSelector: string): RolloutStatus => ({
  ...counts,
  blueGreen: { activeSelector, previewSelector },
});

// RolloutProgressing takes a change of either selector for progress.
// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/conditions/conditions.go
it.each([
  ['the active Service', selecting('new', 'new'), true],
  ['the preview Service', selecting('old', 'newer'), true],
  ['neither', selecting('old', 'new'), false],
])(
  'a blue-green Rollout has progressed if the controller changes the selector of %s',
  (_, after, expected) => {
    const rollout: RolloutObject = {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Rollout',
      metadata: { name: 'web' },
      spec: { strategy: { blueGreen: { activeService: 'web' } } },
      status: selecting('old', 'new'),
    };
    expect(hasProgressed(rollout, after)).toBe(expected);
  },
);
