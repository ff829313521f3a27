import { goTextOfList } from '../../kubernetes/apply/go-text.js';
import { rolloutsType } from '../../kubernetes/apply/schema-table.js';
import type { CanaryStrategy, RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import { memoizeAnswers } from '../../model/memo.js';

/**
 * A hash that identifies a list of steps: of the JSON that Go writes, in the alphabet that Kubernetes uses for hashes.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/conditions/conditions.go (ComputeStepHash)
 */
export function stepHash({ spec: { strategy = {} } }: RolloutObject, version: RolloutsVersion): string {
  const { blueGreen, canary } = strategy;
  if (blueGreen || !canary) return '';
  return knownHashes(canary, [version], () => {
    const { steps = [] } = canary;
    return hashOfText(
      goTextOfList(steps.length === 0 ? undefined : steps, rolloutsType('CanaryStep', version)),
    );
  });
}

const knownHashes = memoizeAnswers<CanaryStrategy, string>();

function hashOfText(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return [...String(hash >>> 0)].map((digit) => letters[digit.charCodeAt(0) % letters.length]).join('');
}

/** https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/util/rand/rand.go (SafeEncodeString) */
const letters = 'bcdfghjklmnpqrstvwxz2456789';
