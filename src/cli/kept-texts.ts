/** The size up to which texts stay uncompressed, which is enough for most runs. */
const mostPlain = 4_000_000;
/** The size of the chunks that are compressed. */
const chunk = 1_000_000;
/** A separator that printed text never contains. */
const between = '\0';

/**
 * Texts that are printed only after the last one is known. Beyond some megabytes they are kept compressed outside of
 * the heap. Reports are repetitive: this takes a twentieth of the memory and two milliseconds per megabyte.
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

  /** The memory in use. */
  get bytes(): number {
    return this.compressed.reduce((sum, { byteLength }) => sum + byteLength, this.length);
  }

  /** The texts, in order. */
  *[Symbol.iterator](): Generator<string> {
    for (const part of this.compressed) {
      const { inflateRawSync } = process.getBuiltinModule('node:zlib');
      yield* inflateRawSync(part).toString().split(between);
    }
    yield* this.plain;
  }
}

/** Passes on elements that arrive in any order, in the order of their indexes, and then drops them. */
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
