import { isList, isMap } from '../objects/json.js';
import type { Path } from '../../model/field.js';
import { type GoField, type GoStruct, type GoType, structOf } from './schema-table.js';

/** Called with a value, its Go type, and the path of its struct field; `path` is reused for the next value. */
export type Visit = (value: unknown, type: GoType, path: Path, field: GoField | undefined) => void;

/** Visits all values that a struct of the table declares, parents first. Null is skipped, and misfits have no parts. */
export function eachPart(value: unknown, struct: string, visit: Visit): void {
  walk(value, { kind: 'struct', name: struct }, undefined, [], visit);
}

function walk(
  value: unknown,
  type: GoType,
  field: GoField | undefined,
  path: (string | number)[],
  visit: Visit,
): void {
  if (value === null || value === undefined) return;
  visit(value, type, path, field);
  const depth = path.length;
  if (type.kind === 'list' && isList(value)) {
    for (let index = 0; index < value.length; index++) {
      path[depth] = index;
      walk(value[index], type.element, undefined, path, visit);
    }
  } else if (type.kind === 'map' && isMap(value)) {
    for (const key of Object.keys(value)) {
      path[depth] = key;
      walk(value[key], type.element, undefined, path, visit);
    }
  } else if (type.kind === 'struct' && isMap(value)) {
    const { fields } = structOf(type.name);
    for (const key of Object.keys(value)) {
      const inner = fields.get(key);
      if (!inner) continue;
      path[depth] = key;
      walk(value[key], inner.type, inner, path, visit);
    }
  }
  path.length = depth;
}

/** A key of a map that its struct does not declare. */
export interface UnknownKey {
  readonly path: Path;
  readonly struct: GoStruct;
}

const lowered = new WeakMap<GoStruct, ReadonlySet<string>>();

function lowercaseFields(struct: GoStruct): ReadonlySet<string> {
  let names = lowered.get(struct);
  if (!names)
    lowered.set(struct, (names = new Set([...struct.fields.keys()].map((name) => name.toLowerCase()))));
  return names;
}

/** Keys without a field in Go, which matches them case-insensitively. */
export function unknownKeys(value: unknown, struct: string): readonly UnknownKey[] {
  const unknown: UnknownKey[] = [];
  eachPart(value, struct, (map, type, path) => {
    if (type.kind !== 'struct' || !isMap(map)) return;
    const known = structOf(type.name);
    const names = lowercaseFields(known);
    for (const key of Object.keys(map))
      if (!names.has(key.toLowerCase())) unknown.push({ path: [...path, key], struct: known });
  });
  return unknown;
}

/** An item of a list with the same keys as an earlier one. */
export interface RepeatedItem {
  readonly path: Path;
  readonly earlier: Path;
  readonly keys: readonly string[];
}

/** Repeated items of lists with keys, which a definition with these keys rejects. */
export function repeatedItems(value: unknown, struct: string): readonly RepeatedItem[] {
  const repeated: RepeatedItem[] = [];
  eachPart(value, struct, (list, type, path, field) => {
    const keys = field?.relation;
    if (!isList(list) || list.length < 2 || !Array.isArray(keys)) return;
    if (type.kind !== 'list' || type.element.kind !== 'struct') return;
    const { fields } = structOf(type.element.name);
    const met = new Map<string, number>();
    for (const [index, item] of list.entries()) {
      if (!isMap(item)) continue;
      const own = JSON.stringify(keys.map((key: string) => item[key] ?? fields.get(key)?.implied ?? null));
      const earlier = met.get(own);
      if (earlier !== undefined) repeated.push({ path: [...path, index], earlier: [...path, earlier], keys });
      met.set(own, index);
    }
  });
  return repeated;
}
