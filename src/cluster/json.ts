/** Whether two JSON values are the same, whatever the order of keys. Much of an object is shared with its successor. */
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

/** The value of a key, which a manifest may call `constructor` or `toString`. */
export function own<Value>(map: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** JSON with the keys of maps in order, so that equal values are equal texts; null counts as absent. */
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

/**
 * A JSON value without what says nothing: null, empty lists and, unless they are kept, empty maps. Undefined when nothing
 * is left.
 */
export function withoutEmpty(value: unknown, { keepsMaps = false } = {}): unknown {
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  if (Array.isArray(value))
    return value.length > 0 ? value.map((item) => withoutEmpty(item, { keepsMaps })) : undefined;
  const fields = Object.entries(value).flatMap(([key, field]) => {
    const left = withoutEmpty(field, { keepsMaps });
    return left === undefined ? [] : [[key, left]];
  });
  return keepsMaps || fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

/**
 * What Go makes of a null in a list: the zero of what the list is of, which its other items tell. Where nothing does it
 * is an empty map, for null in a list of texts is read by nobody.
 */
export function zeroIn(list: readonly unknown[]): unknown {
  const other = list.find((item) => item !== null && item !== undefined);
  if (typeof other === 'string') return '';
  if (typeof other === 'number') return 0;
  return typeof other === 'boolean' ? false : Array.isArray(other) ? [] : {};
}
