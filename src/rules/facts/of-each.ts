/** What is found in one item after the other. A list of all of it would keep the documents of all in memory. */
export function* ofEach<T, U>(items: Iterable<T>, find: (item: T) => Iterable<U>): Iterable<U> {
  for (const item of items) yield* find(item);
}
