import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Cluster } from '../../../src/cluster/cluster.js';
import { ControllerError } from '../../../src/cluster/controller-error.js';
import { applyMergePatch } from '../../../src/cluster/merge-patch.js';
import type { KubeObject } from '../../../src/cluster/object.js';
import type { RolloutObject } from '../../../src/cluster/rollout-object.js';
import type { RolloutsVersion } from '../../../src/cluster/version.js';
import { validateRollout } from '../../../src/controllers/validation/validate-rollout.js';
import { resolveWorkloadRef } from '../../../src/controllers/workload-ref.js';

interface Recorded {
  readonly bases: Readonly<Record<string, readonly KubeObject[]>>;
  readonly cases: readonly Case[];
}

interface Case {
  readonly name: string;
  readonly base: string;
  readonly patch: Readonly<Record<string, unknown>>;
  readonly expected: Outcome;
}

/** Nothing when the Rollout is valid. */
interface Outcome {
  readonly message?: string;
  readonly panic?: string;
  readonly error?: string;
}

const { bases, cases } = JSON.parse(readFileSync(join(__dirname, 'recorded.json'), 'utf8')) as Recorded;

function objectsOf({ base, patch }: Pick<Case, 'base' | 'patch'>): readonly KubeObject[] {
  const objects = new Map<string, unknown>(
    bases[base]?.map((object) => [`${object.kind}/${object.metadata.name}`, object]),
  );
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) objects.delete(key);
    else objects.set(key, applyMergePatch(objects.get(key), change));
  }
  return [...objects.values()] as KubeObject[];
}

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
  test.each(cases)('$name', (recorded) => {
    const { panic, ...expected } = recorded.expected;
    // Whatever made it panic, the pass says no more than this.
    expect(outcome(objectsOf(recorded), '1.9')).toEqual(
      panic === undefined ? expected : { panic: 'Recovered from Panic' },
    );
  });
});
