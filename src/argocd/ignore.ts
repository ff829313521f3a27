import type { Field } from '../model/field.js';
import type { Identity, Resource } from '../model/resource.js';
import { glob } from './glob.js';
import { deletePaths } from './jq.js';
import { removePointer } from './json-pointer.js';

/** One entry of an Application's `ignoreDifferences`. */
export interface IgnoreRule {
  readonly entry: Field;
  readonly group: Field;
  readonly kind: Field;
  readonly name: Field;
  readonly namespace: Field;
  readonly jsonPointers: readonly Field[];
  readonly jqPathExpressions: readonly Field[];
  readonly managedFieldsManagers: readonly Field[];
}

export function ignoreRules(application: Resource): readonly IgnoreRule[] {
  return application.at('spec', 'ignoreDifferences').items.map((entry) => ({
    entry,
    group: entry.at('group'),
    kind: entry.at('kind'),
    name: entry.at('name'),
    namespace: entry.at('namespace'),
    jsonPointers: entry.at('jsonPointers').items,
    jqPathExpressions: entry.at('jqPathExpressions').items,
    managedFieldsManagers: entry.at('managedFieldsManagers').items,
  }));
}

/**
 * Whether an entry is meant for an object: group and kind are globs (an absent group is the core group), name and
 * namespace are compared as they are. An unknown namespace of the object fits any.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/diff/ignore.go (HasIgnoreDifference)
 */
export function isMeant(rule: IgnoreRule, identity: Identity): boolean {
  const { name, namespace } = rule;
  return (
    glob(rule.group.text ?? '', identity.group) &&
    glob(rule.kind.text ?? '', identity.kind) &&
    (name.text === undefined || name.text === identity.name) &&
    (namespace.text === undefined ||
      identity.namespace === undefined ||
      namespace.text === identity.namespace)
  );
}

/** What an object looks like to the comparison. */
export interface Normalized {
  readonly value: unknown;
  /** Why the result is not certain: an expression that cannot be judged, or managers whose fields are not known. */
  readonly unknown: string | undefined;
  /** Expressions that fail for this object, and therefore ignore nothing, with what fails. */
  readonly failed: readonly { readonly expression: Field; readonly error: string }[];
}

/**
 * Removes what the entries that are meant for an object ignore, entry by entry: all pointers, then all expressions.
 * An expression that fails has no effect at all.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/diff_normalizer.go (Normalize)
 */
export function normalize(rules: readonly IgnoreRule[], identity: Identity, value: unknown): Normalized {
  let current = value;
  let unknown: string | undefined;
  const failed: { expression: Field; error: string }[] = [];
  for (const rule of rules.filter((candidate) => isMeant(candidate, identity))) {
    if (rule.managedFieldsManagers.length > 0) unknown ??= 'managedFieldsManagers';
    for (const { text } of rule.jsonPointers) current = removePointer(text ?? '', current);
    for (const expression of rule.jqPathExpressions) {
      const result = deletePaths(expression.text ?? '', current);
      if ('ok' in result) current = result.ok;
      else if ('error' in result) failed.push({ expression, error: result.error });
      else unknown ??= result.unknown;
    }
  }
  return { value: current, unknown, failed };
}
