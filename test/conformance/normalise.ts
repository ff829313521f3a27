import { filledIn } from '../../src/kubernetes/apply/defaults.js';
import { isSameJson, withoutEmpty as withoutNothing } from '../../src/kubernetes/objects/json.js';
import { workloadGenerationAnnotation } from '../../src/kubernetes/objects/keys.js';
import { applyMergePatch } from '../../src/kubernetes/objects/merge-patch.js';
import { groupOf, type KubeObject } from '../../src/kubernetes/objects/object.js';
import { memoize } from '../../src/model/memo.js';
import type { Scenario } from './scenario.js';

export type Json = Readonly<Record<string, unknown>>;

/** What the recorder keeps of the status of a Rollout. */
const rolloutStatus = [
  'abort',
  'abortedAt',
  'alb',
  'albs',
  'pauseConditions',
  'controllerPause',
  'currentPodHash',
  'currentStepHash',
  'currentStepIndex',
  'stableRS',
  'promoteFull',
  'canary',
  'blueGreen',
  'replicas',
  'updatedReplicas',
  'readyReplicas',
  'availableReplicas',
  'HPAReplicas',
  'phase',
  'message',
];
const replicaSetStatus = ['replicas', 'readyReplicas', 'availableReplicas'];

/** Kinds whose Go types leave out an empty list. */
const typedGroups = new Set(['', 'apps', 'networking.k8s.io', 'argoproj.io']);

/**
 * An object as recordings have it: without what only an API server fills in, and without what says nothing. A whole one has all of
 * its status and of its conditions, and what is empty in an object of Istio.
 */
export function normalise(given: KubeObject, { whole, defaults }: Pick<Scenario, 'whole' | 'defaults'> = {}): Json {
  if (whole) return (defaults ? known.wholeStored : known.whole)(given);
  return (defaults ? known.plainStored : known.plain)(given);
}

/** Most objects stay as they are from one pass to the next. */
const known = {
  plain: memoize((object: KubeObject) => normalised(object, false)),
  plainStored: memoize((object: KubeObject) => normalised(stored(object), false)),
  whole: memoize((object: KubeObject) => normalised(object, true)),
  wholeStored: memoize((object: KubeObject) => normalised(stored(object), true)),
};

function normalised(object: KubeObject, isWhole: boolean): Json {
  const { apiVersion, kind, metadata, ...rest } = object as KubeObject & Json;
  const { name, namespace, labels, annotations, ownerReferences = [] } = metadata;
  const owners = ownerReferences.map((owner) =>
    pick(owner as unknown as Json, ['apiVersion', 'kind', 'name', 'controller', 'blockOwnerDeletion']),
  );
  const kept = {
    ...rest,
    apiVersion,
    kind,
    metadata: { name, namespace, labels, annotations, ownerReferences: owners.length > 0 ? owners : undefined },
    status: statusOf(kind, rest['status'], isWhole),
  };
  if (isWhole && groupOf(apiVersion) === 'networking.istio.io') return applyMergePatch({}, kept);
  return (withoutEmpty(kept, typedGroups.has(groupOf(apiVersion))) ?? {}) as Json;
}

/** A ReplicaSet as an API server keeps it, and what is copied from one: our controllers have no use for its defaults. */
function stored(object: KubeObject): KubeObject {
  const spec = (object as KubeObject & Json)['spec'];
  if (!isMap(spec)) return object;
  if (object.kind === 'ReplicaSet')
    return { ...object, spec: { ...spec, template: storedTemplate(spec['template']) } } as KubeObject;
  if (object.kind !== 'Experiment' || !Array.isArray(spec['templates'])) return object;
  const templates = (spec['templates'] as readonly Json[]).map((one) => ({ ...one, template: storedTemplate(one['template']) }));
  return { ...object, spec: { ...spec, templates } } as KubeObject;
}

function storedTemplate(template: unknown): Json {
  const filled = filledIn(isMap(template) ? template : {}, 'core.v1.PodTemplateSpec', '1.36');
  const spec = filled['spec'] as Json;
  const name = spec['serviceAccountName'] ?? spec['serviceAccount'];
  return name === undefined ? filled : { ...filled, spec: { ...spec, serviceAccountName: name, serviceAccount: name } };
}

function statusOf(kind: string, status: unknown, isWhole: boolean): unknown {
  if (!isMap(status)) return undefined;
  if (kind === 'ReplicaSet') return pick(status, replicaSetStatus);
  if (kind !== 'Rollout') return undefined;
  if (isWhole) return applyMergePatch(status, { observedGeneration: null });
  const { conditions } = status;
  return {
    ...pick(status, rolloutStatus),
    conditions: Array.isArray(conditions)
      ? conditions.map((condition: Json) => pick(condition, ['type', 'status', 'reason', 'message']))
      : undefined,
  };
}

/** Drops null and empty maps, in lists of a typed kind too; undefined when nothing is left. */
function withoutEmpty(value: unknown, isTyped: boolean): unknown {
  if (value == null) return undefined;
  if (Array.isArray(value)) {
    if (value.length === 0) return isTyped ? undefined : value;
    return value.map((item: unknown) => withoutEmpty(item, isTyped) ?? (isMap(item) ? {} : item));
  }
  if (!isMap(value)) return value;
  const entries: (readonly [string, unknown])[] = [];
  for (const [key, item] of Object.entries(value)) {
    const kept = withoutEmpty(item, isTyped);
    if (kept !== undefined) entries.push([key, kept]);
  }
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function pick(from: Json, keys: readonly string[]): Json {
  return Object.fromEntries(keys.filter((key) => key in from).map((key) => [key, from[key]]));
}

/** The watch on workloads notes their generation when it is told of it, which may be in the middle of a pass but is no part of it. */
export function isBeside(before: Json | undefined, after: Json | undefined): boolean {
  const without = (object: Json | undefined) =>
    applyMergePatch(object, { metadata: { annotations: { [workloadGenerationAnnotation]: null } } });
  return before !== undefined && isSameJson(withoutNothing(without(before)), withoutNothing(without(after)));
}

export function isMap(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
