import { isPlainObject, type Manifest } from '../../constructs/manifests/manifest.js';
import type { Path } from '../../model/field.js';

/** The value at a path; undefined if there is none. */
export function valueAt(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return value;
  return valueAt((value as Readonly<Record<string | number, unknown>> | undefined)?.[key], rest);
}

/** An object with the values at these paths replaced, or added at the end of their map. */
export function filled(
  manifest: Manifest,
  values: readonly (readonly [path: Path, value: unknown])[],
): Manifest {
  return values.reduce<unknown>((one, [path, value]) => replacedAt(one, path, value), manifest) as Manifest;
}

/** A value with the one at a path replaced. */
function replacedAt(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === key ? replacedAt(item, rest, by) : item));
  const map = isPlainObject(value) ? value : {};
  return { ...map, [key]: replacedAt(map[key], rest, by) };
}
