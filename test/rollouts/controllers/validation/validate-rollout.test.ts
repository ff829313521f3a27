import { describe, expect, test } from 'vitest';
import { Cluster } from '../../../../src/kubernetes/objects/cluster.js';
import { ControllerError } from '../../../../src/kubernetes/objects/controller-error.js';
import type { KubeObject } from '../../../../src/kubernetes/objects/object.js';
import type { RolloutObject } from '../../../../src/kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../../../src/kubernetes/objects/version.js';
import { validateRollout } from '../../../../src/rollouts/controllers/validation/validate-rollout.js';
import { resolveWorkloadRef } from '../../../../src/rollouts/controllers/workload-ref.js';
import { objectsOf, type Outcome, recordedCases } from '../../../support/recorded-validation.js';

function outcome(objects: readonly KubeObject[], version: RolloutsVersion): Outcome {
  const cluster = new Cluster(objects);
  const { rollout, problem } = resolveWorkloadRef(cluster, objects[0] as RolloutObject);
  try {
    return { ...validateRollout(cluster, rollout, version, problem) };
  } catch (error) {
    if (!(error instanceof ControllerError)) throw error;
    return error.reason === 'panic' ? { panic: error.message } : { error: error.message };
  }
}

describe('what upstream said of', () => {
  test.each(recordedCases)('$name', (recorded) => {
    const { panic, ...expected } = recorded.expected;
    // Whatever made it panic, the pass says no more than this.
    expect(outcome(objectsOf(recorded), '1.9')).toEqual(
      panic === undefined ? expected : { panic: 'Recovered from Panic' },
    );
  });
});
