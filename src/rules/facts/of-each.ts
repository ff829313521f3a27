/** Results for one item after another. Collecting them in a list would keep all documents in memory. */
export function* ofEach<T, U>(items: Iterable<T>, find: (item: T) => Iterable<U>): Iterable<U> {
  for (const item of items) yield* find(item);
}
