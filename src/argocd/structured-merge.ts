import { withDefaults } from '../kubernetes/apply/defaults.js';
import { withoutPath, type JsonMap } from '../kubernetes/objects/json.js';
import { ArgoCdError } from './argocd-error.js';
import { lastAppliedAnnotation } from './last-applied.js';
import { GoTypeError, typed } from '../kubernetes/apply/remarshal.js';
import { builtInType } from '../kubernetes/apply/schema-table.js';
import { applyTyped } from '../kubernetes/apply/server-side-apply.js';
import { clientAtomOf } from './client-types.js';
import { type ArgoCdVersion, kubernetesOf } from './version.js';
import type { Prediction } from './three-way.js';
import { MergeError } from '../kubernetes/apply/field-set.js';
import { StrategicPatchError } from '../kubernetes/apply/strategic-lists.js';
import { validate } from '../kubernetes/apply/typed-value.js';

/**
 * The diff of Applications with server-side apply: the apply, simulated by Argo CD. For a custom resource, the defaults of the
 * API server are missing on the side of Git. https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/diff/diff.go
 * (structuredMergeDiff)
 */
export function structuredMerge(target: JsonMap, live: JsonMap, version: ArgoCdVersion): Prediction {
  const atom = clientAtomOf(target, version);
  try {
    attemptMerge('error building typed value from live resource', () => validate(atom, live));
    attemptMerge('error building typed value from config resource', () => validate(atom, target));
    const { object, hasChanged } = attemptMerge(
      'error calculating diff: error while running updater.Apply',
      () => applyTyped(atom, live, target),
    );
    if (!hasChanged) return { predicted: live, live };
    return {
      predicted: attemptMerge('error applying default values in predicted live', () =>
        asCompared(object, version),
      ),
      live: attemptMerge('error applying default values in live', () => asCompared(live, version)),
    };
  } catch (error) {
    if (error instanceof MergeError)
      throw new ArgoCdError(`error calculating structured merge diff: ${error.message}`);
    throw error;
  }
}

function attemptMerge<T>(what: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof MergeError || error instanceof StrategicPatchError || error instanceof GoTypeError)
      throw new MergeError(`${what}: ${error.message}`);
    throw error;
  }
}

function asCompared(object: JsonMap, version: ArgoCdVersion): JsonMap {
  const bare = withoutPath(object, 'metadata', 'annotations', lastAppliedAnnotation);
  const type = builtInType(object['apiVersion'], object['kind']);
  if (type === undefined) return bare;
  attemptMerge('error unmarshaling merged bytes into object', () => typed(bare, type));
  return attemptMerge('error applying defaults: error applying patch for default values', () =>
    withDefaults(bare, type, kubernetesOf(version)),
  );
}
