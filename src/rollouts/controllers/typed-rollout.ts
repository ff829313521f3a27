import { typedWithMisfits } from '../../kubernetes/apply/remarshal.js';
import { rolloutsType } from '../../kubernetes/apply/schema-table.js';
import { isList, isMap, type JsonMap, withoutEmpty } from '../../kubernetes/objects/json.js';
import type { RolloutObject, RolloutSpec } from '../../kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import { memoizeAnswers } from '../../model/memo.js';

/**
 * A Rollout as the controller writes it: read into Go types and marshaled again. Empty maps and lists that this adds are left out.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (remarshalRollout)
 */
export function typedRollout(rollout: RolloutObject, version: RolloutsVersion): RolloutObject {
  const spec = knownSpecs(rollout.spec, [version], () => {
    const written = typedWithMisfits(rollout.spec, rolloutsType('RolloutSpec', version));
    return withUnread(rollout.spec, written) as RolloutSpec;
  });
  return spec === rollout.spec ? rollout : { ...rollout, spec };
}

const knownSpecs = memoizeAnswers<RolloutSpec, RolloutSpec>();

/** What Go has written, in the order of keys that was read; the same value where it is the same. */
function withUnread(read: unknown, written: unknown): unknown {
  if (isList(read) && isList(written)) {
    const items = written.map((item, index) => withUnread(read[index], item));
    return items.length === read.length && items.every((item, index) => item === read[index]) ? read : items;
  }
  return isMap(read) && isMap(written) ? mergedMap(read, written) : written;
}

function mergedMap(read: JsonMap, written: JsonMap): JsonMap {
  const result: Record<string, unknown> = {};
  let isSame = true;
  for (const [key, value] of Object.entries(read)) {
    const isKept = Object.hasOwn(written, key) && (value !== null || written[key] === null);
    if (isKept) result[key] = withUnread(value, written[key]);
    isSame &&= isKept && result[key] === value;
  }
  for (const [key, value] of Object.entries(written)) {
    if (Object.hasOwn(result, key)) continue;
    const added = withoutEmpty(value);
    if (added === undefined) continue;
    result[key] = added;
    isSame = false;
  }
  return isSame ? read : result;
}
