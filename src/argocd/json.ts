/** A JSON object, whatever is in it. */
export type JsonMap = Readonly<Record<string, unknown>>;

export function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The value at a path of keys; undefined where there is none. */
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

/** A document without what a path of keys leads to; the document itself when it leads nowhere. */
export function withoutPath(document: JsonMap, key: string, ...rest: readonly string[]): JsonMap {
  const [next, ...others] = rest;
  if (next === undefined) return without(document, key);
  const inner = document[key];
  if (!isMap(inner)) return document;
  const left = withoutPath(inner, next, ...others);
  return left === inner ? document : { ...document, [key]: left };
}

/** A text; empty for everything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** What Go calls the type of a JSON value. */
export function goKind(value: unknown): 'null' | 'map' | 'list' | 'string' | 'number' | 'bool' {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'map';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'number' ? 'number' : 'string';
}
