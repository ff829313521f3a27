import { FieldSet, MergeError } from '../../kubernetes/apply/field-set.js';
import { gatewayGroup } from '../../kubernetes/kinds/gateway-defaults.js';
import { isList, isMap, type JsonMap } from '../../kubernetes/objects/json.js';
import { groupOf } from '../../kubernetes/objects/object.js';
import { gatewayPluginManager, rolloutsManager } from '../../argocd/managers.js';
import { argoCdManager, atomOf } from '../../kubernetes/apply/server-side-apply.js';
import { compareTyped } from '../../kubernetes/apply/typed-compare.js';
import { fieldSet } from '../../kubernetes/apply/typed-value.js';

const autoscalerManager = 'kube-controller-manager';

/** The field managers of simulated writes. */
export const writers: readonly string[] = [rolloutsManager, gatewayPluginManager, autoscalerManager];

/**
 * A live object with managed fields for its differences from Git, as the API server records them: the autoscaler owns the
 * replicas of a Rollout, the plugin the routes of the Gateway API, and the Rollouts controller everything else. Each manager
 * has the name of its program. `filled` is the same object with the API server's defaults.
 * https://github.com/kubernetes/client-go/blob/v0.36.0/rest/config.go (DefaultKubernetesUserAgent)
 */
export function withOwners(live: JsonMap, git: JsonMap, filled = live): JsonMap {
  const written = writtenIn(live, git);
  const replicas = git['kind'] === 'Rollout' ? written.intersection(replicasOnly) : FieldSet.empty;
  const managedFields = [
    entryOf(writerOf(git), written.difference(replicas)),
    entryOf(autoscalerManager, replicas),
  ];
  const metadata = isMap(filled['metadata']) ? filled['metadata'] : {};
  return { ...filled, metadata: { ...metadata, managedFields } };
}

/**
 * A live object with the managed fields of Argo CD's apply. Needed only for a Rollout: no other simulated custom resource has
 * lists whose keys have defaults, which Argo CD does not know.
 */
export function withLastApply(live: JsonMap, git: JsonMap): JsonMap {
  return git['kind'] === 'Rollout' ? withOwn(live, git, fieldSetOf(git)) : live;
}

/**
 * A live object with the fields that Argo CD still owns after its server-side apply: everything it applied that is unchanged
 * since. `filled` is the same object with the API server's defaults.
 */
export function withApplied(live: JsonMap, git: JsonMap, filled: JsonMap): JsonMap {
  return withOwn(filled, git, fieldSetOf(git).difference(writtenIn(live, git)));
}

function withOwn(live: JsonMap, git: JsonMap, fields: FieldSet): JsonMap {
  if (fields.isEmpty) return live;
  const metadata = isMap(live['metadata']) ? live['metadata'] : {};
  const others = isList(metadata['managedFields']) ? metadata['managedFields'] : [];
  const own = { ...entryOf(argoCdManager, fields), operation: 'Apply', apiVersion: git['apiVersion'] };
  return { ...live, metadata: { ...metadata, managedFields: [own, ...others] } };
}

function fieldSetOf(git: JsonMap): FieldSet {
  try {
    return fieldSet(atomOf(git), git);
  } catch (error) {
    if (error instanceof MergeError) return FieldSet.empty; // No sync applies such an object.
    throw error;
  }
}

function writerOf({ apiVersion }: JsonMap): string {
  return groupOf(String(apiVersion)) === gatewayGroup ? gatewayPluginManager : rolloutsManager;
}

const replicasOnly = FieldSet.of([['f:spec', 'f:replicas']]);

function writtenIn(live: JsonMap, git: JsonMap): FieldSet {
  try {
    const { added, modified } = compareTyped(atomOf(git), git, live);
    return added.union(modified);
  } catch (error) {
    if (error instanceof MergeError) return FieldSet.empty; // Argo CD ignores no fields then.
    throw error;
  }
}

function entryOf(manager: string, fields: FieldSet): JsonMap {
  return { manager, operation: 'Update', fieldsType: 'FieldsV1', fieldsV1: fields.toFieldsV1() };
}
