/** Whether two lists have the same items, which are compared by identity. */
export function isSameList<T>(left: readonly T[], right: readonly T[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}

/** Whether two sets have the same items. */
export function isSameSet<T>(left: ReadonlySet<T>, right: ReadonlySet<T>): boolean {
  return left.size === right.size && [...left].every((item) => right.has(item));
}

/** Where two lists differ: their items before `start` are the same, and so are those from the ends on. */
export function differenceOf<T>(
  left: readonly T[],
  right: readonly T[],
): { readonly start: number; readonly ends: readonly [number, number] } {
  const most = Math.min(left.length, right.length);
  let start = 0;
  while (start < most && left[start] === right[start]) start += 1;
  let [end, itsEnd] = [left.length, right.length];
  for (; end > start && itsEnd > start && left[end - 1] === right[itsEnd - 1]; end--) itsEnd -= 1;
  return { start, ends: [end, itsEnd] };
}
