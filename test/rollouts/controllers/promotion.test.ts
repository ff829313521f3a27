import { expect, it } from 'vitest';
import type { RolloutObject } from '../../../src/kubernetes/objects/rollout-object.js';
import { promoteStable } from '../../../src/rollouts/controllers/promotion.js';
import { contextOf, rollout } from './support.js';

const missing = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', scaleDown: 'onsuccess' } as const;
const status = { phase: 'Healthy', currentPodHash: 'H2' } as const;

function referring(strategy: RolloutObject['spec']['strategy']): RolloutObject {
  const object = rollout(strategy ?? {}, {
    annotations: { 'rollout.argoproj.io/revision': '1' },
    status,
  });
  return { ...object, spec: { ...object.spec, workloadRef: missing } };
}

// promoteStable of a canary returns the error of scaling; rolloutBlueGreen's caller only logs it.
// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go
it('a workload that cannot be scaled down ends the pass of a canary, not of a blue-green Rollout', () => {
  const blueGreen = referring({ blueGreen: { activeService: 'web' } });
  expect(promoteStable(contextOf(blueGreen), status)).toMatchObject({ stableRS: 'H2' });
  expect(() => promoteStable(contextOf(referring({ canary: {} })), status)).toThrow(
    'deployments.apps "web" not found',
  );
});
