import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyMergePatch } from '../../src/kubernetes/objects/merge-patch.js';
import type { KubeObject } from '../../src/kubernetes/objects/object.js';

interface Recorded {
  readonly bases: Readonly<Record<string, readonly KubeObject[]>>;
  readonly cases: readonly RecordedCase[];
}

/** Manifests, and what upstream's validation said of the Rollout, which comes first. */
export interface RecordedCase {
  readonly name: string;
  readonly base: string;
  readonly patch: Readonly<Record<string, unknown>>;
  readonly expected: Outcome;
}

/** Nothing when the Rollout is valid. */
export interface Outcome {
  readonly message?: string;
  readonly panic?: string;
  readonly error?: string;
}

const file = join(__dirname, '../rollouts/controllers/validation/recorded.json');
const { bases, cases } = JSON.parse(readFileSync(file, 'utf8')) as Recorded;

/** What upstream said of Rollouts. */
export { cases as recordedCases };

/** The manifests of a case. */
export function objectsOf({ base, patch }: Pick<RecordedCase, 'base' | 'patch'>): readonly KubeObject[] {
  const objects = new Map<string, unknown>(
    bases[base]?.map((object) => [`${object.kind}/${object.metadata.name}`, object]),
  );
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) objects.delete(key);
    else objects.set(key, applyMergePatch(objects.get(key), change));
  }
  return [...objects.values()] as KubeObject[];
}
