import { at, isList, isMap, isSameJson, type JsonMap, without } from '../kubernetes/objects/json.js';
import { createThreeWayMergePatch } from '../kubernetes/apply/json-merge-patch.js';
import { applyMergePatch } from '../kubernetes/objects/merge-patch.js';
import { trimList, trimTo } from '../kubernetes/apply/remarshal.js';
import { builtInType, isBuiltIn, type GoType } from '../kubernetes/apply/schema-table.js';
import { applyStrategicPatch, createThreeWayStrategicPatch } from '../kubernetes/apply/strategic-merge.js';
import { withDefaults } from '../kubernetes/apply/defaults.js';
import { UnknownOutcome } from '../kubernetes/apply/unknown-outcome.js';
import { type ArgoCdVersion, kubernetesOf } from './version.js';

/** The state that a diff strategy expects after a sync, and the state it is compared with. */
export interface Prediction {
  readonly predicted: unknown;
  readonly live: unknown;
}

/**
 * Argo CD's own diff: the patch that kubectl would send, applied to the live object. A field that only the live object has is a
 * difference only if the last applied configuration had it.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/diff/diff.go (ThreeWayDiff)
 */
export function threeWay(
  lastApplied: JsonMap,
  target: JsonMap,
  live: JsonMap,
  version: ArgoCdVersion,
): Prediction {
  const original = comparable(lastApplied);
  const config = comparable(target);
  const name = builtInType(original['apiVersion'], original['kind']);
  if (name === undefined) {
    if (isBuiltIn(original['apiVersion']))
      throw new UnknownOutcome(`the type of ${String(original['kind'])} is not known here`);
    if (lastApplied === target && isSameJson(target, live)) return { predicted: live, live };
    const patch = createThreeWayMergePatch(original, config, trimTo(original, live));
    return { predicted: applyMergePatch(live, patch), live };
  }

  const type: GoType = { kind: 'struct', name };
  const current = original['kind'] === 'StatefulSet' ? withTrimmedClaims(original, live) : live;
  const patch = createThreeWayStrategicPatch(original, config, current, type);
  return {
    predicted: withDefaults(applyStrategicPatch(live, patch, type), name, kubernetesOf(version)),
    live: withDefaults(live, name, kubernetesOf(version)),
  };
}

/** Without the fields that may be absent from Git and the last applied configuration. */
function comparable(object: JsonMap): JsonMap {
  const metadata = object['metadata'];
  if (!isMap(metadata)) return object;
  const { annotations } = metadata;
  const isBare = annotations === null || (isMap(annotations) && Object.keys(annotations).length === 0);
  const rest = without(metadata, 'namespace');
  return { ...object, metadata: isBare ? without(rest, 'annotations') : rest };
}

/** The API server fills more fields of a claim than are known here. */
function withTrimmedClaims(original: JsonMap, live: JsonMap): JsonMap {
  const [shape, claims] = [original, live].map((object) => at(object, 'spec', 'volumeClaimTemplates'));
  const spec = live['spec'];
  if (!isList(shape) || !isList(claims) || !isMap(spec)) return live;
  return { ...live, spec: { ...spec, volumeClaimTemplates: trimList(shape, claims) } };
}
