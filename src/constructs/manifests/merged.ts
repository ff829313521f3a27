import { isPlainObject } from './manifest.js';

/**
 * A map with another one laid over it, keys within keys; lists and all else are replaced as a whole, and `undefined` or
 * null takes a key out.
 */
export function merged<T extends object>(base: T, over: object | undefined): T {
  const result = { ...base } as Record<string, unknown>;
  for (const [key, value] of Object.entries(over ?? {})) {
    const before = result[key];
    if (value === undefined || value === null) Reflect.deleteProperty(result, key);
    else result[key] = isPlainObject(value) ? merged(isPlainObject(before) ? before : {}, value) : value;
  }
  return result as T;
}
