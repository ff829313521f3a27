import { at, isList, isMap, isSameJson, type JsonMap, stringOrEmpty } from '../objects/json.js';
import { FieldSet, type FieldStep } from './field-set.js';
import { customAtom } from './custom-kinds.js';
import { structAtom, type Atom } from './merge-schema.js';
import { UnknownOutcome } from './unknown-outcome.js';
import { builtInType, isBuiltIn } from './schema-table.js';
import { compareTyped } from './typed-compare.js';
import { mergeTyped } from './typed-merge.js';
import { removeItems } from './typed-remove.js';
import { fieldSet, withNamedFields } from './typed-value.js';

/** The field manager of Argo CD. */
export const argoCdManager = 'argocd-controller';

/** The fields that a manager owns. */
export interface Manager {
  readonly name: string;
  readonly operation: string;
  readonly apiVersion: string;
  readonly subresource: string;
  readonly fields: FieldSet;
}

export function managersOf(
  object: JsonMap,
  isWanted: (name: string) => boolean = () => true,
): readonly Manager[] {
  const entries = at(object, 'metadata', 'managedFields');
  if (!isList(entries)) return [];
  return entries
    .filter(isMap)
    .filter((entry) => isWanted(stringOrEmpty(entry['manager'])))
    .map((entry) => ({
      name: stringOrEmpty(entry['manager']),
      operation: stringOrEmpty(entry['operation']),
      apiVersion: stringOrEmpty(entry['apiVersion']),
      subresource: stringOrEmpty(entry['subresource']),
      fields: FieldSet.fromFieldsV1(entry['fieldsV1']),
    }));
}

/** The type of an object, for server-side apply. */
export function atomOf(object: JsonMap): Atom {
  const [apiVersion, kind] = [String(object['apiVersion']), String(object['kind'])];
  const name = builtInType(apiVersion, kind);
  const atom = name === undefined ? customAtom(apiVersion, kind) : structAtom(name);
  if (atom) return atom;
  throw new UnknownOutcome(
    isBuiltIn(apiVersion)
      ? `the type of ${kind} is not known here`
      : `the schema of ${kind} (${apiVersion}) is not known here`,
  );
}

export interface Applied {
  /** The object after the apply. */
  readonly object: JsonMap;
  readonly hasChanged: boolean;
  readonly managers: readonly Manager[];
}

/**
 * A server-side apply that forces conflicts, as Argo CD does.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.0/merge/update.go (Apply)
 */
export function applyTyped(
  atom: Atom,
  live: JsonMap,
  config: JsonMap,
  managers: readonly Manager[] = managersOf(live),
): Applied {
  const others = managers.filter((manager) => !isOfArgoCd(manager)).map((manager) => fitted(manager, atom));
  const last = managers.filter(isOfArgoCd).map((manager) => fitted(manager, atom).fields);
  const own: Manager = {
    name: argoCdManager,
    operation: 'Apply',
    apiVersion: String(config['apiVersion']),
    subresource: '',
    fields: fieldSet(atom, config),
  };
  const merged = mergeTyped(atom, live, config);
  const owned = [own, ...others].reduce((set, { fields }) => set.union(fields), FieldSet.empty);
  const object = prune(atom, merged, last[0] ?? FieldSet.empty, owned);

  const { added, modified, removed } = compareTyped(atom, live, object);
  const taken = added.union(modified).union(removed);
  const left = others
    .map((manager) => ({ ...manager, fields: manager.fields.difference(taken) }))
    .filter(({ fields }) => !fields.isEmpty);
  return {
    object: isMap(object) ? object : {},
    hasChanged: !isSameJson(live, object),
    managers: [own, ...left],
  };
}

const isOfArgoCd = ({ name, operation, subresource }: Manager): boolean =>
  name === argoCdManager && operation === 'Apply' && subresource === '';

/** Removes what the manager applied last time and no longer applies, unless another manager owns it. */
function prune(atom: Atom, merged: unknown, last: FieldSet, owned: FieldSet): unknown {
  if (last.isEmpty) return merged;
  const named = (set: FieldSet): FieldSet => withNamedFields(set, atom);
  const mergedSet = named(fieldSet(atom, merged));
  const bare = removeItems(atom, merged, named(last));
  const kept = named(fieldSet(atom, bare)).union(named(owned));
  const restored = removeItems(atom, merged, mergedSet.difference(kept));
  const restoredSet = named(fieldSet(atom, restored));
  return removeItems(atom, merged, mergedSet.difference(restoredSet).intersection(named(last)));
}

/** The owner of a part of an atomic value owns the whole value. */
function fitted(manager: Manager, atom: Atom): Manager {
  const paths = [...manager.fields.paths()];
  const cut = paths.map((path) => cutAtAtomic(path, atom));
  return cut.every((path, index) => path === paths[index])
    ? manager
    : { ...manager, fields: FieldSet.of(cut) };
}

function cutAtAtomic(path: readonly FieldStep[], atom: Atom): readonly FieldStep[] {
  let current: Atom | undefined = atom;
  for (const [index, step] of path.entries()) {
    const shape: { isAtomic: boolean } | undefined = step.startsWith('f:') ? current?.map : current?.list;
    if (!shape) return path;
    if (shape.isAtomic) return path.slice(0, index);
    current = step.startsWith('f:')
      ? (current?.map?.fields.get(step.slice(2)) ?? current?.map?.element)?.()
      : current?.list?.element();
  }
  return path;
}
