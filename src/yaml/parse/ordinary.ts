import { Signal } from '../../kubernetes/objects/signal.js';
import type { ListNode, MapEntry, MapNode, Node, ScalarNode } from '../../model/node.js';
import { noUtf8 } from '../../model/source.js';
import { blockText, type Chomping } from './block-text.js';
import { detach, hasUnicodeBreak, isBlank, isBreak, lineFeed, space } from './characters.js';
import { EntryNode, ListOfItems, MapOfEntries, Scalar, StyledScalar } from './nodes.js';
import { resolvePlain } from './scalars.js';

/**
 * Parses a document in the form of nearly all manifests: maps and lists by indentation, scalars and flow collections that end on
 * their line, literal and folded blocks. For everything else, and for everything that could be wrong, it returns undefined and
 * leaves the document to the full parser. Where it returns a tree, the full parser's would be the same.
 */
export function parseOrdinary(text: string, start: number, end: number): Node | undefined {
  const document = text.slice(start, end);
  if (document.includes('\0') || document.includes(noUtf8) || hasUnicodeBreak(document)) return undefined;
  try {
    if (!document.includes('\r')) return new OrdinaryParser(text, end, 0, text).document(start);
    // A space in place of the first half of each line break keeps all offsets.
    const simple = document.replaceAll('\r\n', ' \n');
    if (simple.includes('\r')) return undefined;
    return new OrdinaryParser(simple, simple.length, start, document).document(0);
  } catch (error) {
    entries.take(0);
    items.take(0);
    if (error === notOrdinary) return undefined;
    throw error;
  }
}

/** One instance: it only says that the document is not ordinary. */
const notOrdinary = new Signal();

const maxDepth = 100;

const [dash, colon, hash, doubleQuote, singleQuote] = [0x2d, 0x3a, 0x23, 0x22, 0x27];

/**
 * The items of the collections that are being read; each takes its own off the end. One instance serves all documents and clears
 * what was taken: in an old garbage list it would stay alive.
 */
class Stack<Item> {
  readonly items: (Item | undefined)[] = [];
  count = 0;

  push(item: Item): void {
    this.items[this.count] = item;
    this.count += 1;
  }

  take(from: number): Item[] {
    const taken = this.items.slice(from, this.count) as Item[];
    this.items.fill(undefined, from, this.count);
    this.count = from;
    return taken;
  }
}

const entries = new Stack<MapEntry>();
const items = new Stack<Node>();

/** The keys of a map that is being read: few are compared one by one, many are indexed. */
class Keys {
  private index: Set<string> | undefined;

  constructor(private readonly from: number) {}

  /** Whether a key was added before; adds it. */
  has(key: string): boolean {
    if (this.index) {
      if (this.index.has(key)) return true;
      this.index.add(key);
      return false;
    }
    for (let at = this.from; at < entries.count; at += 1) if (entries.items[at]!.key === key) return true;
    if (entries.count - this.from > 32)
      this.index = new Set([
        ...entries.items.slice(this.from, entries.count).map((entry) => entry!.key),
        key,
      ]);
    return false;
  }
}

class OrdinaryParser {
  /** Where the next line with content starts, its first character, and its column; -1 after the last line. */
  private lineStart = 0;
  private at = 0;
  private indent = -1;
  private depth = 0;
  /** The key that was read last. */
  private key = '';
  private keyEnd = 0;
  /** The end of what was read last on a line. */
  private after = 0;

  constructor(
    private readonly text: string,
    private readonly end: number,
    /** The offset of the document in the source. */
    private readonly base: number,
    /** The document as it was before line breaks were replaced. */
    private readonly written: string,
  ) {}

  document(start: number): Node {
    const { text } = this;
    let from = start;
    if (text.startsWith('---', from) && isBlank(text.charCodeAt(from + 3))) this.endLine(from + 3);
    else this.advance(from);
    from = this.at;
    if (this.indent !== 0 || text.charCodeAt(from) === 0xfeff) throw notOrdinary;
    const root = this.block();
    if (!this.isAtEnd()) throw notOrdinary;
    return root;
  }

  private isAtEnd(): boolean {
    return this.indent === -1;
  }

  /** Goes to the first line with content from the start of a line on. */
  private advance(lineStart: number): void {
    const { text, end } = this;
    let from = lineStart;
    for (;;) {
      let at = from;
      while (at < end && text.charCodeAt(at) === space) at += 1;
      if (at >= end) {
        this.indent = -1;
        return;
      }
      const char = text.charCodeAt(at);
      if (char === lineFeed) {
        from = at + 1;
      } else if (char === hash) {
        from = text.indexOf('\n', at) + 1;
        if (from === 0) from = end;
      } else if (char < space) {
        throw notOrdinary;
      } else {
        this.lineStart = from;
        this.at = at;
        this.indent = at - from;
        return;
      }
    }
  }

  /** Goes to the next line; only blanks and a comment may be left on this one. */
  private endLine(from: number): void {
    const { text, end } = this;
    let at = from;
    while (at < end && text.charCodeAt(at) === space) at += 1;
    if (at >= end) {
      this.indent = -1;
      return;
    }
    const char = text.charCodeAt(at);
    if (char === lineFeed) this.advance(at + 1);
    else if (char === hash && at > from) {
      const next = text.indexOf('\n', at);
      this.advance(next === -1 ? end : next + 1);
    } else throw notOrdinary;
  }

  private isDash(at: number): boolean {
    return this.text.charCodeAt(at) === dash && (at + 1 >= this.end || isBlank(this.text.charCodeAt(at + 1)));
  }

  private block(): Node {
    this.depth += 1;
    if (this.depth > maxDepth) throw notOrdinary;
    const node = this.isDash(this.at) ? this.list() : this.map();
    this.depth -= 1;
    return node;
  }

  private map(): MapNode {
    const { indent, at: start, base } = this;
    const from = entries.count;
    const keys = new Keys(from);
    for (;;) {
      const keyStart = this.at;
      if (!this.readKey(keyStart)) throw notOrdinary;
      const { key, keyEnd } = this;
      if (keys.has(key)) throw notOrdinary;
      const value = this.value(keyEnd + 1, indent, true);
      entries.push(new EntryNode(key, keyStart + base, keyEnd + base, value));
      if (this.indent < indent) break;
      if (this.indent > indent) throw notOrdinary;
    }
    const own = entries.take(from);
    return new MapOfEntries(own, start + base, own.at(-1)!.value.end);
  }

  private list(): ListNode {
    const { indent, at: start, text, end } = this;
    const from = items.count;
    for (;;) {
      const afterDash = this.at + 1;
      let at = afterDash;
      while (at < end && text.charCodeAt(at) === space) at += 1;
      let item: Node;
      if (at > afterDash && (this.isDash(at) || this.readKey(at))) {
        // A list or a map that starts after the dash of its item.
        this.indent = at - this.lineStart;
        this.at = at;
        item = this.block();
      } else {
        item = this.value(afterDash, indent, false);
      }
      items.push(item);
      if (this.indent < indent || (this.indent === indent && !this.isDash(this.at))) break;
      if (this.indent > indent) throw notOrdinary;
    }
    const own = items.take(from);
    return new ListOfItems(own, start + this.base, own.at(-1)!.end);
  }

  /** Reads a key and its colon, both on this line; false if there is none. */
  private readKey(from: number): boolean {
    const { text } = this;
    const first = text.charCodeAt(from);
    if (first === doubleQuote || first === singleQuote) {
      const close = this.quoteEnd(from, first);
      if (text.charCodeAt(close) !== colon || !isBlank(text.charCodeAt(close + 1))) return false;
      this.key = text.slice(from + 1, close - 1);
      this.keyEnd = close;
      return true;
    }
    let hashed = 0;
    let at = from;
    let char = first;
    while (isKeyChar(char)) {
      hashed = (Math.imul(hashed, 31) + char) | 0;
      char = text.charCodeAt((at += 1));
    }
    if (char !== colon || at === from || at >= this.end) return false;
    if (at + 1 < this.end && !isBlank(text.charCodeAt(at + 1))) return false;
    this.key = wordAt(text, from, at, hashed);
    this.keyEnd = at;
    return true;
  }

  /** The value after a colon or a dash, on this line or in a deeper block below. */
  private value(from: number, indent: number, isListAllowed: boolean): Node {
    const { text, end } = this;
    let at = from;
    while (at < end && text.charCodeAt(at) === space) at += 1;
    const char = at < end ? text.charCodeAt(at) : lineFeed;
    if (char === lineFeed || (char === hash && at > from)) {
      this.endLine(from);
      if (this.indent > indent) return this.block();
      if (isListAllowed && this.indent === indent && this.isDash(this.at)) return this.block();
      return new Scalar(null, from + this.base, from + this.base);
    }
    switch (char) {
      case doubleQuote:
      case singleQuote: {
        const close = this.quoteEnd(at, char);
        this.endLine(close);
        return this.quoted(at, close, char);
      }
      case 0x7c: // |
      case 0x3e: // >
        return this.blockScalar(at, indent);
      case 0x5b: // [
      case 0x7b: {
        const node = char === 0x5b ? this.flowList(at) : this.flowMap(at);
        this.endLine(this.after);
        return node;
      }
    }
    const close = this.plainEnd(at);
    this.endLine(close);
    if (this.indent > indent) throw notOrdinary;
    return this.plain(at, close);
  }

  private plain(start: number, end: number): ScalarNode {
    const value = resolvePlain(this.text.slice(start, end));
    if (typeof value === 'number' && !Number.isFinite(value)) throw notOrdinary;
    return new Scalar(value, start + this.base, end + this.base);
  }

  private quoted(start: number, end: number, quote: number): ScalarNode {
    const { base, text } = this;
    const style = quote === doubleQuote ? 'double' : 'single';
    return new StyledScalar(text.slice(start + 1, end - 1), start + base, end + base, style);
  }

  /** The end of a plain scalar, before the blanks and the comment that follow it. */
  private plainEnd(start: number): number {
    const { text, end } = this;
    const first = text.charCodeAt(start);
    if (!canStartPlain(first) || (first === dash && isBlank(text.charCodeAt(start + 1)))) throw notOrdinary;
    let close = start;
    for (let at = start; at < end; at += 1) {
      const char = text.charCodeAt(at);
      if (char === space) continue;
      if (char === lineFeed) break;
      if (char === colon) {
        if (at + 1 >= end || isBlank(text.charCodeAt(at + 1))) throw notOrdinary;
      } else if (char === hash) {
        if (text.charCodeAt(at - 1) === space) break;
      } else if (!isPrintable(char)) throw notOrdinary;
      close = at + 1;
    }
    return close;
  }

  /** The end of a quoted scalar without escapes, after its quote. */
  private quoteEnd(start: number, quote: number): number {
    const { text, end } = this;
    for (let at = start + 1; at < end; at += 1) {
      const char = text.charCodeAt(at);
      if (char === quote) {
        if (quote === singleQuote && text.charCodeAt(at + 1) === singleQuote) throw notOrdinary;
        return at + 1;
      }
      if (char < space || (char === 0x5c && quote === doubleQuote)) throw notOrdinary;
    }
    throw notOrdinary;
  }

  private blockScalar(start: number, parentIndent: number): ScalarNode {
    const { text, end } = this;
    const isFolded = text.charCodeAt(start) === 0x3e;
    let header = start + 1;
    let chomping: Chomping = 'clip';
    const sign = text.charCodeAt(header);
    if (sign === dash || sign === 0x2b) {
      chomping = sign === dash ? 'strip' : 'keep';
      header += 1;
    }
    while (header < end && text.charCodeAt(header) === space) header += 1;
    if (text.charCodeAt(header) === hash && text.charCodeAt(header - 1) === space)
      header = text.indexOf('\n', header);
    if (header < 0 || header >= end || text.charCodeAt(header) !== lineFeed) throw notOrdinary;

    const valueStart = header + 1;
    let valueEnd = valueStart;
    let indent = -1;
    let from = valueStart;
    while (from < end) {
      let at = from;
      while (at < end && text.charCodeAt(at) === space) at += 1;
      const column = at - from;
      if (at >= end) {
        if (indent === -1) throw notOrdinary;
        if (column > indent) valueEnd = at;
        from = end;
        break;
      }
      if (text.charCodeAt(at) === lineFeed) {
        // Blanks before the first line of text may not be deeper than it; this is rare enough for the full parser.
        if (indent === -1 && column > 0) throw notOrdinary;
        from = at + 1;
        valueEnd = from;
        continue;
      }
      if (indent === -1) {
        if (column <= parentIndent || text.charCodeAt(at) < space) throw notOrdinary;
        indent = column;
      }
      if (column < indent) break;
      const next = text.indexOf('\n', at);
      from = next === -1 || next >= end ? end : next + 1;
      valueEnd = from;
    }
    if (indent === -1) throw notOrdinary;
    const lines = this.written.slice(valueStart, valueEnd);
    const written = this.written === text ? lines : lines.replaceAll('\r\n', '\n');
    if (nonPrintable.test(written)) throw notOrdinary;
    this.advance(from);
    let close = valueEnd;
    while (isBreak(this.written.charCodeAt(close - 1))) close -= 1;
    const value = blockText(written, indent, chomping, isFolded);
    return new StyledScalar(value, start + this.base, close + this.base, isFolded ? 'folded' : 'literal');
  }

  private flowList(start: number): ListNode {
    const from = items.count;
    this.after = start + 1;
    while (this.flowNext(0x5d)) {
      items.push(this.flowValue(this.after));
      this.flowSeparator(0x5d);
    }
    const own = items.take(from);
    this.after += 1;
    return new ListOfItems(own, start + this.base, this.after + this.base);
  }

  private flowMap(start: number): MapNode {
    const { text, base } = this;
    const from = entries.count;
    const keys = new Keys(from);
    this.after = start + 1;
    while (this.flowNext(0x7d)) {
      const keyStart = this.after;
      const first = text.charCodeAt(keyStart);
      const isQuoted = first === doubleQuote || first === singleQuote;
      const keyEnd = isQuoted ? this.quoteEnd(keyStart, first) : this.flowKeyEnd(keyStart);
      const key = isQuoted ? text.slice(keyStart + 1, keyEnd - 1) : this.key;
      if (text.charCodeAt(keyEnd) !== colon) throw notOrdinary;
      if (!isQuoted && text.charCodeAt(keyEnd + 1) !== space) throw notOrdinary;
      if (keys.has(key)) throw notOrdinary;
      this.after = keyEnd + 1;
      this.skipSpaces();
      const value = this.flowValue(this.after);
      entries.push(new EntryNode(key, keyStart + base, keyEnd + base, value));
      this.flowSeparator(0x7d);
    }
    const own = entries.take(from);
    this.after += 1;
    return new MapOfEntries(own, start + base, this.after + base);
  }

  private skipSpaces(): void {
    const { text } = this;
    while (text.charCodeAt(this.after) === space) this.after += 1;
  }

  /** Whether another item follows before the closing bracket. */
  private flowNext(bracket: number): boolean {
    this.skipSpaces();
    return this.text.charCodeAt(this.after) !== bracket;
  }

  private flowSeparator(bracket: number): void {
    this.skipSpaces();
    const char = this.text.charCodeAt(this.after);
    if (char === 0x2c) this.after += 1;
    else if (char !== bracket) throw notOrdinary;
  }

  private flowKeyEnd(from: number): number {
    const { text } = this;
    let hashed = 0;
    let at = from;
    for (let char = text.charCodeAt(at); isKeyChar(char); char = text.charCodeAt(at)) {
      hashed = (Math.imul(hashed, 31) + char) | 0;
      at += 1;
    }
    if (at === from) throw notOrdinary;
    this.key = wordAt(text, from, at, hashed);
    return at;
  }

  private flowValue(start: number): Node {
    const { text } = this;
    const first = text.charCodeAt(start);
    if (first === 0x5b || first === 0x7b) {
      this.depth += 1;
      if (this.depth > maxDepth) throw notOrdinary;
      const node = first === 0x5b ? this.flowList(start) : this.flowMap(start);
      this.depth -= 1;
      return node;
    }
    if (first === doubleQuote || first === singleQuote) {
      this.after = this.quoteEnd(start, first);
      // A colon may only follow a key.
      return this.quoted(start, this.after, first);
    }
    if (!canStartPlain(first)) throw notOrdinary;
    if (first === dash && !isWordChar(text.charCodeAt(start + 1))) throw notOrdinary;
    let close = start;
    for (let at = start; ; at += 1) {
      const char = text.charCodeAt(at);
      if (char === space) continue;
      if (isFlowIndicator(char)) break;
      if (char === colon) {
        const next = text.charCodeAt(at + 1);
        if (isBlank(next) || isFlowIndicator(next)) throw notOrdinary;
      } else if (char === hash || !isPrintable(char)) throw notOrdinary;
      close = at + 1;
    }
    this.after = close;
    return this.plain(start, close);
  }
}

/** What each character may be part of. */
const classes = new Uint8Array(128);
const [keyClass, plainStartClass, flowClass, wordClass] = [1, 2, 4, 8];
for (let char = 0x21; char < 0x7f; char += 1) {
  const text = String.fromCharCode(char);
  if (/[A-Za-z0-9]/.test(text)) classes[char]! |= wordClass;
  if (/[A-Za-z0-9_./-]/.test(text)) classes[char]! |= keyClass;
  if (!/[-?:,[\]{}#&*!|>'"%@`]/.test(text) || text === '-') classes[char]! |= plainStartClass;
  if (/[,[\]{}]/.test(text)) classes[char]! |= flowClass;
}

function isKeyChar(char: number): boolean {
  return char < 128 && (classes[char]! & keyClass) !== 0;
}

function isWordChar(char: number): boolean {
  return char < 128 && (classes[char]! & wordClass) !== 0;
}

function isFlowIndicator(char: number): boolean {
  return char < 128 && (classes[char]! & flowClass) !== 0;
}

function canStartPlain(char: number): boolean {
  return char < 128 ? (classes[char]! & plainStartClass) !== 0 : isPrintable(char);
}

function isPrintable(char: number): boolean {
  if (char < 0x7f) return char >= space;
  return (char >= 0xa0 && char < 0xd800) || (char >= 0xe000 && char < 0xfeff);
}

const nonPrintable = /[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufefe]/;

/** Cache of keys: most keys of manifests are the same few hundred. */
const internedWords: (string | undefined)[] = Array.from({ length: 2048 });

function wordAt(text: string, start: number, end: number, hashed: number): string {
  const slot = (hashed ^ (hashed >>> 11)) & 2047;
  const known = internedWords[slot];
  if (known?.length === end - start && text.startsWith(known, start)) return known;
  const word = text.slice(start, end);
  if (typeof resolvePlain(word) !== 'string') throw notOrdinary;
  return (internedWords[slot] = detach(word));
}
