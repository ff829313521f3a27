/** What is not compressed: most runs print less. */
const mostPlain = 4_000_000;
/** So much is compressed at once. */
const chunk = 1_000_000;
/** Nothing that is printed has one. */
const between = '\0';

/**
 * Texts that are printed when the last one is known. What comes to many megabytes is kept compressed, outside of the heap:
 * reports repeat themselves, so it is a twentieth, for two milliseconds a megabyte.
 */
export class KeptTexts {
  private readonly compressed: Buffer[] = [];
  private plain: string[] = [];
  private length = 0;

  constructor(texts: Iterable<string> = []) {
    for (const text of texts) this.add(text);
  }

  add(text: string): void {
    this.plain.push(text);
    this.length += text.length;
    if (this.length < (this.compressed.length > 0 ? chunk : mostPlain)) return;
    const { deflateRawSync } = process.getBuiltinModule('node:zlib');
    this.compressed.push(deflateRawSync(this.plain.join(between), { level: 1 }));
    this.plain = [];
    this.length = 0;
  }

  /** What they take. */
  get bytes(): number {
    return this.compressed.reduce((sum, { byteLength }) => sum + byteLength, this.length);
  }

  /** The texts in order. */
  *[Symbol.iterator](): Generator<string> {
    for (const part of this.compressed) {
      const { inflateRawSync } = process.getBuiltinModule('node:zlib');
      yield* inflateRawSync(part).toString().split(between);
    }
    yield* this.plain;
  }
}

/** Gives on in the order of places what comes in any order, and lets it go. */
export class InOrder<T> {
  private next = 0;
  private readonly waiting = new Map<number, T>();

  constructor(private readonly give: (one: T) => void) {}

  take(one: T, place: number): void {
    this.waiting.set(place, one);
    for (; this.waiting.has(this.next); this.next += 1) {
      const first = this.waiting.get(this.next) as T;
      this.waiting.delete(this.next);
      this.give(first);
    }
  }
}
