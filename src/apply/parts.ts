import { isList, isMap } from '../cluster/json.js';
import type { Path } from '../model/field.js';
import { type GoField, type GoStruct, type GoType, structOf } from './schema-table.js';

/** A value within another one, and what Go takes it for. */
export interface Part {
  readonly value: unknown;
  readonly type: GoType;
  readonly path: Path;
  /** The field of a struct that it is the value of; absent for what is in a list or a map. */
  readonly field?: GoField | undefined;
}

/** All values that the struct of the table knows, each before what is in it. Null is none, and what does not fit has no parts. */
export function partsOf(value: unknown, struct: string): readonly Part[] {
  const parts: Part[] = [];
  collect({ value, type: { kind: 'struct', name: struct }, path: [] }, parts);
  return parts;
}

function collect(part: Part, parts: Part[]): void {
  const { value, type, path } = part;
  if (value === null || value === undefined) return;
  parts.push(part);
  if (type.kind === 'list' && isList(value))
    for (const [index, item] of value.entries())
      collect({ value: item, type: type.element, path: [...path, index] }, parts);
  else if (type.kind === 'map' && isMap(value))
    for (const [key, item] of Object.entries(value))
      collect({ value: item, type: type.element, path: [...path, key] }, parts);
  else if (type.kind === 'struct' && isMap(value)) {
    const { fields } = structOf(type.name);
    for (const [key, item] of Object.entries(value)) {
      const field = fields.get(key);
      if (field) collect({ value: item, type: field.type, path: [...path, key], field }, parts);
    }
  }
}

/** A key of a map that the struct of the map has no field for. */
export interface UnknownKey {
  readonly path: Path;
  readonly struct: GoStruct;
}

const lowered = new WeakMap<GoStruct, ReadonlySet<string>>();

function namesOf(struct: GoStruct): ReadonlySet<string> {
  let names = lowered.get(struct);
  if (!names)
    lowered.set(struct, (names = new Set([...struct.fields.keys()].map((name) => name.toLowerCase()))));
  return names;
}

/** Keys that Go finds no field for; it finds one in any case. */
export function* unknownKeys(value: unknown, struct: string): Generator<UnknownKey> {
  for (const { value: map, type, path } of partsOf(value, struct)) {
    if (type.kind !== 'struct' || !isMap(map)) continue;
    const known = structOf(type.name);
    const names = namesOf(known);
    for (const key of Object.keys(map))
      if (!names.has(key.toLowerCase())) yield { path: [...path, key], struct: known };
  }
}

/** An item of a list that has the keys of an earlier one. */
export interface RepeatedItem {
  readonly path: Path;
  readonly earlier: Path;
  readonly keys: readonly string[];
}

/** Items that a list by keys has twice, as a definition with these keys refuses it. */
export function* repeatedItems(value: unknown, struct: string): Generator<RepeatedItem> {
  for (const { value: list, type, path, field } of partsOf(value, struct)) {
    const keys = field?.relation;
    if (!isList(list) || !Array.isArray(keys) || type.kind !== 'list' || type.element.kind !== 'struct')
      continue;
    const { fields } = structOf(type.element.name);
    const met = new Map<string, number>();
    for (const [index, item] of list.entries()) {
      if (!isMap(item)) continue;
      const own = JSON.stringify(keys.map((key: string) => item[key] ?? fields.get(key)?.implied ?? null));
      const earlier = met.get(own);
      if (earlier !== undefined) yield { path: [...path, index], earlier: [...path, earlier], keys };
      met.set(own, index);
    }
  }
}
