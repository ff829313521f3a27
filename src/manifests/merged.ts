type JsonMap = Readonly<Record<string, unknown>>;

/**
 * A map with another one laid over it, keys within keys; lists and all else are replaced as a whole, and `undefined`
 * takes a key out.
 */
export function merged<T extends object>(base: T, over: object): T {
  const result = { ...base } as Record<string, unknown>;
  for (const [key, value] of Object.entries(over)) {
    const before = result[key];
    if (value === undefined) delete result[key];
    else result[key] = isMap(before) && isMap(value) ? merged(before, value) : value;
  }
  return result as T;
}

function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
