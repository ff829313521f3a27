const sizes = new WeakMap<object, number>();

/** How large a value is, each part as often as it stands in it: a list of a list twice, and so on, is small in memory alone. */
export function jsonSize(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length / 10;
  if (typeof value !== 'object' || value === null) return 1;
  let size = sizes.get(value);
  if (size === undefined) {
    size = 1;
    for (const item of Object.values(value)) size += jsonSize(item);
    sizes.set(value, size);
  }
  return size;
}
