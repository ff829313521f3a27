import { filledIn, type KubernetesDefaults } from '../kubernetes/apply/defaults.js';
import { withCustomDefaults } from '../kubernetes/apply/custom-kinds.js';
import {
  elementKeys,
  fieldName,
  FieldSet,
  MergeError,
  type FieldStep,
} from '../kubernetes/apply/field-set.js';
import { isMap, withoutPath, type JsonMap } from '../kubernetes/objects/json.js';
import { lastAppliedAnnotation } from './last-applied.js';
import type { Atom } from '../kubernetes/apply/merge-schema.js';
import { normalize, prepare, type FailedExpression, type Stripped } from './normalize.js';
import { ArgoCdError } from './argocd-error.js';
import { GoTypeError, remarshal, typed } from '../kubernetes/apply/remarshal.js';
import { builtInType } from '../kubernetes/apply/schema-table.js';
import {
  applyTyped,
  argoCdManager,
  atomOf,
  managersOf,
  type Manager,
} from '../kubernetes/apply/server-side-apply.js';
import { publishedAtomOf } from './client-types.js';
import type { DiffSettings } from './settings.js';
import type { Prediction } from './three-way.js';
import { compareTyped } from '../kubernetes/apply/typed-compare.js';
import { mergeTyped } from '../kubernetes/apply/typed-merge.js';
import { extractItems, removeItems } from '../kubernetes/apply/typed-remove.js';
import { fieldSet, validate } from '../kubernetes/apply/typed-value.js';
import {
  ignoresAfterDryRun,
  keepsAncestors,
  keepsElementKeys,
  kubernetesOf,
  leavesOutGeneration,
  leavesOutLastApplied,
  leavesOutResourceVersion,
  remarshalsAnswer,
  removesOwnOnly,
  revertsUnowned,
  type ArgoCdVersion,
} from './version.js';

/** The object that a server-side apply stores, and its field managers. */
export interface Stored {
  readonly object: JsonMap;
  readonly managers: readonly Manager[];
}

/**
 * A server-side apply as the API server does it. The live object must be in stored form.
 * https://github.com/kubernetes/apimachinery/blob/v0.36.1/pkg/util/managedfields/internal/structuredmerge.go
 */
export function applyServerSide(live: JsonMap, target: JsonMap, version: ArgoCdVersion): Stored {
  const atom = atomOf(target);
  const type = builtInType(target['apiVersion'], target['kind']);
  try {
    validate(atom, target);
    const stored = withoutPath(live, 'metadata', 'managedFields');
    const before = type === undefined ? stored : typed(stored, type);
    const { object, hasChanged, managers } = applyTyped(atom, before, target, managersBefore(atom, live));
    if (!hasChanged) return { object: stored, managers: managers.map(withoutFixed) };
    const filled =
      type === undefined ? withCustomDefaults(object) : filledIn(object, type, kubernetesOf(version));
    return { object: filled, managers: managers.map(withoutFixed) };
  } catch (error) {
    if (error instanceof MergeError || error instanceof GoTypeError)
      throw new ArgoCdError(`failed to create typed patch object: ${error.message}`);
    throw error;
  }
}

/**
 * A live object as an API server stores it, with all defaults. Objects read from a cluster have this form already; simulated
 * ones do not.
 */
export function asStored(object: JsonMap, release: KubernetesDefaults): JsonMap {
  const type = builtInType(object['apiVersion'], object['kind']);
  try {
    return type === undefined ? withCustomDefaults(object) : filledIn(object, type, release);
  } catch (error) {
    if (error instanceof GoTypeError) return object;
    throw error;
  }
}

/** Fields for which the API server never records a manager. */
const fixed = FieldSet.fromFieldsV1({
  'f:apiVersion': {},
  'f:kind': {},
  'f:metadata': {
    '.': {},
    'f:name': {},
    'f:namespace': {},
    'f:creationTimestamp': {},
    'f:selfLink': {},
    'f:uid': {},
    'f:clusterName': {},
    'f:generation': {},
    'f:managedFields': {},
    'f:resourceVersion': {},
  },
});

function withoutFixed(manager: Manager): Manager {
  return { ...manager, fields: manager.fields.difference(fixed) };
}

/** All fields of an object without managers belong to the manager `before-first-apply`. */
function managersBefore(atom: Atom, live: JsonMap): readonly Manager[] {
  const managers = managersOf(live);
  if (managers.length > 0) return managers;
  return [
    {
      name: 'before-first-apply',
      operation: 'Update',
      apiVersion: String(live['apiVersion']),
      subresource: '',
      fields: fieldSet(atom, withoutPath(live, 'metadata', 'managedFields')).difference(fixed),
    },
  ];
}

/**
 * The server-side diff: the API server's answer to a dry run, without the changes of the API server and of webhooks. `stored`
 * is the live object in the cluster, `live` the one that is compared.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/diff/diff.go (serverSideDiff)
 */
export function serverSide(
  target: JsonMap,
  live: JsonMap,
  stored: JsonMap,
  settings: DiffSettings,
): Prediction & { readonly failed: readonly FailedExpression[] } {
  const { version } = settings;
  const answer = attempt(target, 'error running server side apply in dryrun mode for resource', () =>
    applyServerSide(stored, target, version),
  );
  const kept = settings.includesWebhooks
    ? answer.object
    : attempt(target, 'error removing non config mutations for resource', () =>
        withoutMutations(answer, live, settings),
      );
  const prepared = prepare(remarshalsAnswer(version) ? remarshal(kept) : kept, settings);
  const predicted = normalize(prepared, settings);
  // Up to 3.1 ignored fields were removed before the dry run.
  const actual: Stripped = ignoresAfterDryRun(version)
    ? normalize(live, settings)
    : { document: live, isEmptied: false, failed: [] };
  const compared = ({ document: object, isEmptied }: Stripped): JsonMap | null => {
    if (isEmptied) return null;
    const leftOut = [
      ['managedFields'],
      ...(leavesOutGeneration(version) ? [['generation']] : []),
      ...(leavesOutResourceVersion(version) ? [['resourceVersion']] : []),
      ...(leavesOutLastApplied(version) ? [['annotations', lastAppliedAnnotation]] : []),
    ];
    return leftOut.reduce((bare, path) => withoutPath(bare, 'metadata', ...path), object);
  };
  return {
    predicted: compared(predicted),
    live: compared(actual),
    failed: [...predicted.failed, ...actual.failed],
  };
}

function attempt<T>(target: JsonMap, what: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof ArgoCdError || error instanceof MergeError)) throw error;
    const name = isMap(target['metadata']) ? String(target['metadata']['name']) : '';
    throw new ArgoCdError(
      `error calculating server side diff: serverSideDiff error: ${what} ${String(target['kind'])}/${name}: ${error.message}`,
    );
  }
}

function withoutMutations(answer: Stored, live: JsonMap, settings: DiffSettings): JsonMap {
  const atom = publishedAtomOf(answer.object, settings.version);
  const result = revertsUnowned(settings.version)
    ? withoutUnowned(atom, answer, live)
    : onlyOwned(atom, answer, live, settings);
  if (!isMap(result)) throw new ArgoCdError('error converting live typedValue: expected map');
  return result;
}

/** Keeps only the fields of the answer that Argo CD owns; all others are as in the cluster, or absent. */
function onlyOwned(
  atom: Atom,
  { object, managers }: Stored,
  live: JsonMap,
  { version }: DiffSettings,
): unknown {
  const owned = ownOf(managers);
  validate(atom, object);
  validate(atom, live);
  if (owned.isEmpty) throw new ArgoCdError(`no managed fields found for manager: ${argoCdManager}`);
  const others = fieldSet(atom, object)
    .difference(owned)
    .filter((path) => !keepsAncestors(version) || belowPath(owned, path).isEmpty);
  const { removed } = compareTyped(atom, live, object);
  const taken = removesOwnOnly(version) ? owning(removed, ownOf(managersOf(live))) : removed;
  const foreign = keepsElementKeys(version)
    ? others.filter((path) => !isElementKey(path))
    : removable(atom, object, others);
  const merged = mergeTyped(atom, live, removeItems(atom, object, foreign));
  return removeItems(atom, merged, taken.difference(others));
}

/** The fields that Argo CD owns. */
function ownOf(managers: readonly Manager[]): FieldSet {
  return managers
    .filter(({ name }) => name === argoCdManager)
    .reduce((set, { fields }) => set.union(fields), FieldSet.empty);
}

/** The paths that are owned or contain an owned one. */
function owning(paths: FieldSet, owned: FieldSet): FieldSet {
  return paths.filter((path) => {
    const last = path.at(-1);
    const isOwned = last !== undefined && belowPath(owned, path.slice(0, -1)).has(last);
    return isOwned || !belowPath(owned, path).isEmpty;
  });
}

/**
 * The fields that can be removed while the object still fits its type: all of them, or those that can be removed one by one.
 * https://github.com/argoproj/gitops-engine/blob/0882c168faa3/pkg/diff/diff.go (safelyRemoveFieldsSet)
 */
function removable(atom: Atom, object: JsonMap, fields: FieldSet): FieldSet {
  const isFit = (removed: FieldSet): boolean => {
    try {
      validate(atom, removeItems(atom, object, removed));
      return true;
    } catch (error) {
      if (error instanceof MergeError) return false;
      throw error;
    }
  };
  return isFit(fields) ? fields : fields.filter((path) => isFit(FieldSet.of([path])));
}

function belowPath(set: FieldSet, path: readonly FieldStep[]): FieldSet {
  return path.reduce((current, step) => current.below(step), set);
}

/** Whether a path ends in one of several keys that identify its list element. */
function isElementKey(path: readonly FieldStep[]): boolean {
  const name = fieldName(path.at(-1) ?? '');
  return (
    name !== undefined &&
    path.slice(0, -1).some((step) => {
      const keys = elementKeys(step);
      return keys !== undefined && Object.keys(keys).length > 1 && Object.hasOwn(keys, name);
    })
  );
}

/**
 * The original behaviour: only changes to fields without a manager are reverted.
 * https://github.com/argoproj/gitops-engine/blob/v0.7.3/pkg/diff/diff.go (removeWebhookMutation)
 */
function withoutUnowned(atom: Atom, { object, managers }: Stored, live: JsonMap): unknown {
  const owned = managers.reduce((set, { fields }) => set.union(fields), FieldSet.empty);
  const { added, modified, removed } = compareTyped(atom, live, object);
  const bare = removeItems(atom, object, added.difference(owned));
  const changed = extractItems(atom, live, modified.union(removed).difference(owned));
  return mergeTyped(atom, bare, changed);
}
