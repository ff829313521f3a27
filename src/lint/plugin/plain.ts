/** Manifests are not nested more deeply. */
const maxDepth = 200;

/** Whether a value consists only of maps, lists, strings, finite numbers, booleans and null. */
export function isPlainData(value: unknown, depth = 0): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth > maxDepth) return false;
  if (Array.isArray(value)) return value.every((one) => isPlainData(one, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    (prototype === null || Object.getPrototypeOf(prototype) === null) &&
    Object.values(value).every((one) => isPlainData(one, depth + 1))
  );
}
