import type { Field } from '../model/field.js';
import { groupOf } from '../kubernetes/objects/object.js';
import { glob } from './glob.js';
import { at, stringOrEmpty, type JsonMap } from '../kubernetes/objects/json.js';
import { type ArgoCdVersion, closesPatterns, defaultArgoCdVersion } from './version.js';

/** Selects objects and the parts of them that a comparison ignores. */
export interface IgnoreRule {
  readonly group: string;
  readonly kind: string;
  /** Empty for any name. */
  readonly name: string;
  readonly namespace: string;
  readonly jsonPointers: readonly Ignored[];
  readonly jqPathExpressions: readonly Ignored[];
  readonly managedFieldsManagers: readonly string[];
}

/** A pointer or an expression, with its position in the user's file. */
export interface Ignored {
  readonly text: string;
  readonly from?: Field | undefined;
}

/** The properties of an object that a rule is matched against. */
export interface Matched {
  readonly group: string;
  readonly kind: string;
  /** An unknown name or namespace matches any. */
  readonly name: string | undefined;
  readonly namespace?: string | undefined;
}

export function matchedOf(object: JsonMap): Matched {
  const metadata = at(object, 'metadata');
  return {
    group: groupOf(stringOrEmpty(object['apiVersion'])),
    kind: stringOrEmpty(object['kind']),
    name: stringOrEmpty(at(metadata, 'name')),
    namespace: stringOrEmpty(at(metadata, 'namespace')),
  };
}

/**
 * Whether a rule applies to an object: group and kind are globs (an absent group is the core group), name and namespace are
 * compared literally. https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/diff_normalizer.go (Normalize)
 */
export function isMeantFor(
  rule: Pick<IgnoreRule, 'group' | 'kind' | 'name' | 'namespace'>,
  { group, kind, name, namespace }: Matched,
  version: ArgoCdVersion = defaultArgoCdVersion,
): boolean {
  const mayEndOpen = !closesPatterns(version);
  return (
    (rule.name === '' || name === undefined || rule.name === name) &&
    (rule.namespace === '' || namespace === undefined || rule.namespace === namespace) &&
    glob(rule.kind, kind, mayEndOpen) &&
    glob(rule.group, group, mayEndOpen)
  );
}
