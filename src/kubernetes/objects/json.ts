/** A JSON object. */
export type JsonMap = Readonly<Record<string, unknown>>;

export function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The value at a path of keys; undefined if there is none. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  let current = value;
  for (const key of keys) {
    if (!isMap(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

/** A map without one of its keys. */
export function without(map: JsonMap, key: string): JsonMap {
  if (!Object.hasOwn(map, key)) return map;
  return Object.fromEntries(Object.entries(map).filter(([name]) => name !== key));
}

/** A document without the value at a path of keys; the same document if there is none. */
export function withoutPath(document: JsonMap, key: string, ...rest: readonly string[]): JsonMap {
  const [next, ...others] = rest;
  if (next === undefined) return without(document, key);
  const inner = document[key];
  if (!isMap(inner)) return document;
  const left = withoutPath(inner, next, ...others);
  return left === inner ? document : { ...document, [key]: left };
}

/** The value if it is a string; empty for everything else. */
export function stringOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The Go type of a JSON value. */
export function goKind(value: unknown): 'null' | 'map' | 'list' | 'string' | 'number' | 'bool' {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'map';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'number' ? 'number' : 'string';
}

/**
 * Whether two JSON values are equal, whatever the order of keys. Objects share most parts with their successors, so identity is
 * compared first.
 */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => isSameJson(item, right[index]));
  }
  if (Array.isArray(right)) return false;
  const [one, other] = [left as Record<string, unknown>, right as Record<string, unknown>];
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  for (const key of keys)
    if (one[key] !== other[key] ? !isSameJson(one[key], other[key]) : !(key in other)) return false;
  return true;
}

/** The value of a key, which may be named `constructor` or `toString` in a manifest. */
export function own<Value>(map: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** JSON with sorted keys, so that equal values give equal strings; null counts as absent. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part as Record<string, unknown>)
            .filter(([, field]) => field !== null)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : part,
  );
}

/** A JSON value without empty parts: null, empty lists and, unless they are kept, empty maps. Undefined if nothing is left. */
export function withoutEmpty(value: unknown, { keepsMaps = false } = {}): unknown {
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  if (Array.isArray(value))
    return value.length > 0 ? value.map((item) => withoutEmpty(item, { keepsMaps })) : undefined;
  const fields: (readonly [string, unknown])[] = [];
  for (const [key, field] of Object.entries(value)) {
    const left = withoutEmpty(field, { keepsMaps });
    if (left !== undefined) fields.push([key, left]);
  }
  return keepsMaps || fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

/**
 * What Go reads for a null in a list: the zero value of the element type, which the other items show. Without other items it is
 * an empty map, because no code reads a null in a list of strings.
 */
export function zeroIn(list: readonly unknown[]): unknown {
  const other = list.find((item) => item !== null && item !== undefined);
  if (typeof other === 'string') return '';
  if (typeof other === 'number') return 0;
  return typeof other === 'boolean' ? false : Array.isArray(other) ? [] : {};
}

/** The value if it is a map; empty for everything else. */
export function mapOrEmpty(value: unknown): JsonMap {
  return isMap(value) ? value : {};
}

/** The value if it is a list; empty for everything else. */
export function listOrEmpty(value: unknown): readonly unknown[] {
  return isList(value) ? value : [];
}
