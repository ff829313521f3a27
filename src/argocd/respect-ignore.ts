import { at, isList, isMap, isSameJson, type JsonMap, without } from '../kubernetes/objects/json.js';
import { customAtom } from '../kubernetes/apply/custom-kinds.js';
import { createMergePatch } from '../kubernetes/apply/json-merge-patch.js';
import { applyMergePatch } from '../kubernetes/objects/merge-patch.js';
import { checkRules, normalize, typedPodsOf } from './normalize.js';
import { ArgoCdError } from './argocd-error.js';
import { UnknownOutcome } from '../kubernetes/apply/unknown-outcome.js';
import { annotatedRules } from './annotated-rules.js';
import { builtInType, isBuiltIn } from '../kubernetes/apply/schema-table.js';
import type { DiffSettings } from './settings.js';
import { StrategicPatchError, type PatchType } from '../kubernetes/apply/strategic-lists.js';
import { applyStrategicPatch, createThreeWayStrategicPatch } from '../kubernetes/apply/strategic-merge.js';
import { withTrusted, type LiveAndTarget } from './trusted.js';
import {
  leavesOutStatus,
  mergedCustomResources,
  mergesCustomResources,
  restoresNonIgnored,
} from './version.js';

/**
 * The manifest that RespectIgnoreDifferences applies: ignored fields come from the live object. A list in a custom resource is
 * atomic here, so it is copied as a whole. Throws what stops the sync.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/sync.go (normalizeTargetResources)
 */
export function respectingIgnored({ live, target }: LiveAndTarget, settings: DiffSettings): JsonMap {
  try {
    return patchedTarget({ live, target }, annotatedRules(target, settings));
  } catch (error) {
    if (error instanceof ArgoCdError || error instanceof StrategicPatchError)
      throw new ArgoCdError(`Failed to normalize target resources: ${error.message}`);
    throw error;
  }
}

function patchedTarget({ live, target }: LiveAndTarget, settings: DiffSettings): JsonMap {
  const { version } = settings;
  checkRules(settings.rules);
  const trusted = withTrusted({ live, target }, settings);
  const ownTarget = normalize(trusted.target, settings);
  const ownLive = trusted.live === trusted.target ? ownTarget : normalize(trusted.live, settings);
  const problem = ownLive.problem ?? ownTarget.problem;
  if (problem !== undefined) throw new ArgoCdError(problem);

  const type = patchType(ownTarget.document, settings);
  const bare = (object: JsonMap): JsonMap => (leavesOutStatus(version) ? without(object, 'status') : object);
  const [from, to] = [bare(ownLive.document), bare(live)];
  const patched =
    type === 'unknown'
      ? isSameJson(from, to)
        ? ownTarget.document
        : unknownSchema(ownTarget.document)
      : type
        ? applyStrategicPatch(ownTarget.document, createThreeWayStrategicPatch(to, to, from, type), type)
        : applyMergePatch(ownTarget.document, createMergePatch(from, to));
  return restoresNonIgnored(version)
    ? restored(patched, target, ownTarget.document, ownLive.document, typedPodsOf(target))
    : patched;
}

/** The type that an object is merged by; undefined if it is merged as plain JSON. */
function patchType(object: JsonMap, { version }: DiffSettings): PatchType | 'unknown' | undefined {
  const { apiVersion, kind } = object;
  const name = builtInType(apiVersion, kind);
  if (name !== undefined) return { kind: 'struct', name };
  if (isBuiltIn(apiVersion)) throw new UnknownOutcome(`the type of ${String(kind)} is not known here`);
  if (mergedCustomResources(version))
    throw new UnknownOutcome('3.2.0 merges custom resources by the schema of the cluster');
  // Rules may have removed the kind, and the cluster then has no schema for the object.
  if (!mergesCustomResources(version) || typeof apiVersion !== 'string') return undefined;
  const atom = customAtom(apiVersion, String(kind));
  return atom ? { kind: 'published', atom } : 'unknown';
}

function unknownSchema({ apiVersion, kind }: JsonMap): never {
  throw new UnknownOutcome(`the schema of ${String(kind)} (${String(apiVersion)}) is not known here`);
}

/**
 * Whether the rules left a value of Git unchanged. Go decodes integers to another type when it converts a value to its
 * Kubernetes type, so a converted value never counts as unchanged. `pods` is the path of the converted part in the value, if
 * any.
 */
function isUntouched(own: unknown, value: unknown, pods: readonly string[] | undefined): boolean {
  return isSameJson(own, value) && !(pods && hasInteger(at(value, ...pods)));
}

function hasInteger(value: unknown): boolean {
  if (isMap(value)) return Object.values(value).some(hasInteger);
  return isList(value) ? value.some(hasInteger) : Number.isInteger(value);
}

/**
 * Restores fields that came from the live object without being ignored: a field of Git that the rules left unchanged, and a
 * field absent from Git that the rules left in the live object. Every list is atomic.
 */
function restored(
  patched: JsonMap,
  git: JsonMap,
  ownTarget: JsonMap,
  ownLive: unknown,
  pods: readonly string[] | undefined,
): JsonMap {
  const result: Record<string, unknown> = { ...patched };
  for (const [key, value] of Object.entries(git)) {
    const own = ownTarget[key];
    const now = patched[key];
    if (now === value) continue; // The whole value, including everything in it.
    const within = pods && (pods.length === 0 ? pods : pods[0] === key ? pods.slice(1) : undefined);
    if (isMap(value) && isMap(own) && isMap(now))
      result[key] = restored(now, value, own, isMap(ownLive) ? ownLive[key] : undefined, within);
    else if (Object.hasOwn(ownTarget, key) && isUntouched(own, value, within)) result[key] = value;
  }
  for (const key of Object.keys(patched))
    if (!Object.hasOwn(git, key) && isMap(ownLive) && Object.hasOwn(ownLive, key))
      Reflect.deleteProperty(result, key);
  return result;
}
