import { createThreeWayMergePatch } from '../kubernetes/apply/json-merge-patch.js';
import { applyMergePatch } from '../kubernetes/objects/merge-patch.js';
import { at, isMap, type JsonMap } from '../kubernetes/objects/json.js';
import { originalOf, withLastApplied } from './last-applied.js';
import { ArgoCdError } from './argocd-error.js';
import { UnknownOutcome } from '../kubernetes/apply/unknown-outcome.js';
import { builtInType, isBuiltIn, type GoType } from '../kubernetes/apply/schema-table.js';
import { applyServerSide } from './server-side.js';
import { StrategicPatchError } from '../kubernetes/apply/strategic-lists.js';
import { applyStrategicPatch, createThreeWayStrategicPatch } from '../kubernetes/apply/strategic-merge.js';
import { hasOption } from './sync-options.js';
import { managersOf, type Manager } from '../kubernetes/apply/server-side-apply.js';
import { FieldSet, MergeError } from '../kubernetes/apply/field-set.js';
import { migratesOwnership, refusesForce, replacesByLive, type ArgoCdVersion } from './version.js';

/** How a sync writes an object. */
export type ApplyMode = 'client-side' | 'server-side' | 'replace' | 'recreate';

/** The settings of a sync. */
export interface SyncSettings {
  readonly version: ArgoCdVersion;
  /** The options of the operation, literally. */
  readonly syncOptions: readonly string[];
  /** Whether the operation uses force. */
  readonly force?: boolean;
}

const syncOptionsAnnotation = 'argocd.argoproj.io/sync-options';

/**
 * Replace takes precedence over server-side apply. An object can opt out of server-side apply, but not of replace.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/sync_context.go (applyObject)
 */
export function applyMode(
  target: JsonMap,
  live: JsonMap | undefined,
  { version, syncOptions, force = false }: SyncSettings,
): ApplyMode {
  const isAnnotated = (option: string): boolean =>
    hasOption(target, syncOptionsAnnotation, option) ||
    (replacesByLive(version) && hasOption(live, syncOptionsAnnotation, option));
  if (syncOptions.includes('Replace=true') || isAnnotated('Replace=true')) {
    const isKept = ['CustomResourceDefinition', 'Namespace'].includes(String(target['kind']));
    return (force || isAnnotated('Force=true')) && !isKept ? 'recreate' : 'replace';
  }
  if (hasOption(target, syncOptionsAnnotation, 'ServerSideApply=false')) return 'client-side';
  return syncOptions.includes('ServerSideApply=true') ||
    hasOption(target, syncOptionsAnnotation, 'ServerSideApply=true')
    ? 'server-side'
    : 'client-side';
}

/**
 * Whether kubectl refuses to apply an object, because an option forces a server-side apply.
 * https://github.com/argoproj/argo-cd/issues/29624
 */
export function isForceRefused(target: JsonMap, settings: SyncSettings): boolean {
  return (
    refusesForce(settings.version) &&
    hasOption(target, syncOptionsAnnotation, 'Force=true') &&
    applyMode(target, undefined, settings) === 'server-side'
  );
}

/** The object after a sync, what stops the sync, or why the result is unknown here. */
export type SyncResult =
  | { readonly mode: ApplyMode; readonly object: JsonMap }
  | { readonly error: string }
  | { readonly unknown: string };

/** The object after a sync. RespectIgnoreDifferences, if it is on, has already been applied to the manifest. */
export function applyTo(live: JsonMap | undefined, target: JsonMap, settings: SyncSettings): SyncResult {
  return applyAs(applyMode(target, live, settings), live, target, settings);
}

/** The same with a given way to apply. */
export function applyAs(
  mode: ApplyMode,
  live: JsonMap | undefined,
  target: JsonMap,
  settings: Pick<SyncSettings, 'version' | 'syncOptions'>,
): SyncResult {
  try {
    return { mode, object: appliedObject(mode, live, target, settings) };
  } catch (error) {
    if (error instanceof ArgoCdError || error instanceof StrategicPatchError || error instanceof MergeError)
      return { error: error.message };
    if (error instanceof UnknownOutcome) return { unknown: error.message };
    throw error;
  }
}

function appliedObject(
  mode: ApplyMode,
  live: JsonMap | undefined,
  target: JsonMap,
  settings: Pick<SyncSettings, 'version' | 'syncOptions'>,
): JsonMap {
  if (mode === 'recreate') return target;
  if (mode === 'replace') return live ? replacedObject(live, target) : target;
  if (mode === 'client-side') return applyClientSide(live, target, settings.version);
  const before = live ? migrated(live, settings) : { ...target, metadata: nameAndNamespace(target) };
  const { object, managers } = applyServerSide(before, target, settings.version);
  return withManagers(object, managers);
}

/**
 * kubectl apply. Unlike the comparison, it does not reduce the live object to the last applied fields: a list of a custom
 * resource that differs from Git is replaced, whatever changed it.
 * https://github.com/kubernetes/kubectl/blob/v0.36.1/pkg/cmd/apply/patcher.go
 */
function applyClientSide(live: JsonMap | undefined, target: JsonMap, version: ArgoCdVersion): JsonMap {
  const modified = withLastApplied(target, version);
  if (!live) return modified;
  const original = originalOf(live);
  const name = builtInType(target['apiVersion'], target['kind']);
  if (name === undefined) {
    if (isBuiltIn(target['apiVersion']))
      throw new UnknownOutcome(`the type of ${String(target['kind'])} is not known here`);
    return applyMergePatch(live, createThreeWayMergePatch(original, modified, live));
  }
  const type: GoType = { kind: 'struct', name };
  return applyStrategicPatch(live, createThreeWayStrategicPatch(original, modified, live, type), type);
}

/** The metadata that the API server keeps when an object is replaced. */
const keptMetadata = ['uid', 'resourceVersion', 'creationTimestamp', 'generation', 'managedFields'] as const;

/** A replace writes everything except the metadata that the API server keeps, and the status. */
function replacedObject(live: JsonMap, target: JsonMap): JsonMap {
  const metadata = isMap(target['metadata']) ? target['metadata'] : {};
  const own = Object.fromEntries(
    keptMetadata.flatMap((key) => {
      const value = at(live, 'metadata', key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
  const namespace = metadata['namespace'] ?? at(live, 'metadata', 'namespace');
  return {
    ...target,
    metadata: { ...metadata, ...(namespace === undefined ? {} : { namespace }), ...own },
    ...(Object.hasOwn(live, 'status') ? { status: live['status'] } : {}),
  };
}

function nameAndNamespace(target: JsonMap): JsonMap {
  const metadata = isMap(target['metadata']) ? target['metadata'] : {};
  return Object.fromEntries(
    ['name', 'namespace'].flatMap((key) => (Object.hasOwn(metadata, key) ? [[key, metadata[key]]] : [])),
  );
}

const clientSide = 'kubectl-client-side-apply';

/**
 * Before its first server-side apply Argo CD takes over the fields of the client-side apply, so that fields removed from Git
 * are removed from the object. https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/sync_context.go
 * (performCSAUpgradeMigration)
 */
function migrated(
  live: JsonMap,
  { version, syncOptions }: Pick<SyncSettings, 'version' | 'syncOptions'>,
): JsonMap {
  if (!migratesOwnership(version) || syncOptions.includes('ClientSideApplyMigration=false')) return live;
  const managers = managersOf(live);
  const isOld = ({ name, operation }: Manager): boolean => name === clientSide && operation === 'Update';
  if (!managers.some(isOld)) return live;
  const isOwn = ({ name, operation, subresource }: Manager): boolean =>
    name === 'argocd-controller' && operation === 'Apply' && subresource === '';
  const union = (sets: readonly Manager[]): FieldSet =>
    sets.reduce((set, { fields }) => set.union(fields), FieldSet.empty);
  const taken = managers.filter((manager) => isOld(manager) || isOwn(manager));
  const own: Manager = {
    name: 'argocd-controller',
    operation: 'Apply',
    apiVersion: String(live['apiVersion']),
    subresource: '',
    fields: union(taken),
  };
  return withManagers(live, [own, ...managers.filter((manager) => !taken.includes(manager))]);
}

function withManagers(object: JsonMap, managers: readonly Manager[]): JsonMap {
  const metadata = isMap(object['metadata']) ? object['metadata'] : {};
  const managedFields = managers.map(({ name, operation, apiVersion, subresource, fields }) => ({
    manager: name,
    operation,
    apiVersion,
    fieldsType: 'FieldsV1',
    fieldsV1: fields.toFieldsV1(),
    ...(subresource === '' ? {} : { subresource }),
  }));
  return { ...object, metadata: { ...metadata, managedFields } };
}
