import { readAs, type Atom, type MergeLibrary } from '../kubernetes/apply/merge-schema.js';
import { builtInType } from '../kubernetes/apply/schema-table.js';
import { atomOf } from '../kubernetes/apply/server-side-apply.js';
import type { JsonMap } from '../kubernetes/objects/json.js';
import { type ArgoCdVersion, leavesNulls, mergesByV6 } from './version.js';

/**
 * The type that Argo CD uses for an object: a compiled-in type for built-in kinds, otherwise the one that the API server
 * publishes. https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/utils/kube/scheme/typed.go
 * (ResolveParseableType)
 */
export function clientAtomOf(object: JsonMap, version: ArgoCdVersion): Atom {
  const isBuiltIn = builtInType(object['apiVersion'], object['kind']) !== undefined;
  return readAs(atomOf(object), { knowsDefaults: isBuiltIn, library: libraryOf(version) });
}

/**
 * The type of an object in the schema that the API server publishes. That schema lacks defaults, so a port without a protocol
 * is distinct from the same port with TCP.
 * https://github.com/kubernetes/kube-openapi/blob/master/pkg/handler/default_pruning.go
 */
export function publishedAtomOf(object: JsonMap, version: ArgoCdVersion): Atom {
  return readAs(atomOf(object), { knowsDefaults: false, library: libraryOf(version) });
}

function libraryOf(version: ArgoCdVersion): MergeLibrary {
  if (!mergesByV6(version)) return 'v4';
  return leavesNulls(version) ? 'v6.4.2' : 'v6.3.0';
}
