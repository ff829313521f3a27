import { differenceOf } from './same-list.js';

/** The most items that are worth following; with more, what depends on a list is found again. */
const mostFollowed = 200;

/** What one stretch of a list was replaced by; all other items are the same, in the same order. */
export class Replacement<T> {
  private goneSet: ReadonlySet<T> | undefined;
  private beforeSet: ReadonlySet<T> | undefined;

  private constructor(
    /** The earlier list up to what was replaced. */
    private readonly head: () => readonly T[],
    readonly gone: readonly T[],
    readonly added: readonly T[],
  ) {}

  /** What leads from one list to another; undefined if that is too much to follow. */
  static between<T>(before: readonly T[], after: readonly T[]): Replacement<T> | undefined {
    const {
      start,
      ends: [end, itsEnd],
    } = differenceOf(before, after);
    if (end - start + itsEnd - start > mostFollowed) return undefined;
    return new Replacement(
      () => before.slice(0, start),
      before.slice(start, end),
      after.slice(start, itsEnd),
    );
  }

  /** The same for a part of both lists: some of what is gone, and some of what was added. */
  among(gone: readonly T[], added: readonly T[]): Replacement<T> {
    return new Replacement(this.head, gone, added);
  }

  /**
   * A part of the earlier list as it is in the later one; the same list if nothing of it was replaced.
   * @param added what belongs to the part of what was added
   */
  in<L extends readonly T[]>(part: L, added: readonly T[]): L | T[] {
    this.goneSet ??= new Set(this.gone);
    const gone = this.goneSet;
    const first = part.findIndex((item) => gone.has(item));
    if (first === -1) {
      if (added.length === 0) return part;
      const place = this.placeIn(part);
      return [...part.slice(0, place), ...added, ...part.slice(place)];
    }
    return [...part.slice(0, first), ...added, ...part.slice(first).filter((item) => !gone.has(item))];
  }

  /** Where a part, of which nothing is gone, continues after what was replaced. */
  private placeIn(part: readonly T[]): number {
    this.beforeSet ??= new Set(this.head());
    let [low, high] = [0, part.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.beforeSet.has(part[middle]!)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Lists of items by key, as they are after the replacement, without empty ones.
   * @param keysOf the keys of the lists that an item belongs to
   */
  inLists<K>(lists: ReadonlyMap<K, readonly T[]>, keysOf: (item: T) => Iterable<K>): Map<K, readonly T[]> {
    const after = new Map(lists);
    for (const [key, list] of this.changedLists((asked) => lists.get(asked), keysOf))
      if (list.length === 0) after.delete(key);
      else after.set(key, list);
    return after;
  }

  /** The lists that differ afterwards, by key; empty ones among them. */
  changedLists<K>(
    listOf: (key: K) => readonly T[] | undefined,
    keysOf: (item: T) => Iterable<K>,
  ): ReadonlyMap<K, readonly T[]> {
    const added = new Map<K, T[]>();
    for (const item of this.gone) for (const key of keysOf(item)) if (!added.has(key)) added.set(key, []);
    for (const item of this.added)
      for (const key of keysOf(item)) {
        const items = added.get(key);
        if (items) items.push(item);
        else added.set(key, [item]);
      }
    return new Map([...added].map(([key, items]) => [key, this.in(listOf(key) ?? [], items)]));
  }
}
