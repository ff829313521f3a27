import { isBlank, lineEnd, lineStart } from './characters.js';

/** A range of a document where tabs may be part of a value. */
export interface Shelter {
  readonly kind: 'plain' | 'quoted' | 'block' | 'flow';
  readonly start: number;
  readonly end: number;
  /** For a block scalar: how far it is indented, and whether its first line determines that. */
  readonly indent?: number;
  readonly isIndentFound?: boolean;
}

/**
 * The first tab that Go's YAML reader rejects and js-yaml accepts: one that indents a line, even a blank line or a comment, or
 * that follows a dash; undefined if there is none.
 */
export function misplacedTab(document: string, shelters: readonly Shelter[]): number | undefined {
  const line = new Line(document);
  const blanks = new Blanks(document);
  for (let at = document.indexOf('\t'); at !== -1; at = document.indexOf('\t', at + 1)) {
    const column = line.columnAfterBlanks(at);
    if (column === undefined) {
      at = line.end - 1; // A character with other characters before it on its line has them at any later offset, too.
      continue;
    }
    const shelter = shelters.find(({ start, end }) => start < at && at < end);
    if (!shelter) {
      if (!followsPlainText(document, shelters, blanks.startOf(at), column)) return at;
    } else if (shelter.kind === 'block') {
      const { start, indent = 0, isIndentFound = false } = shelter;
      if (column < indent) return at;
      if (column === indent && isIndentFound && /^.*$/.test(document.slice(start, at).trimEnd())) return at;
    }
  }
  return undefined;
}

/** A line that is scanned once, from left to right. */
class Line {
  end = -1;
  private start = 0;
  private seen = 0;
  private isOpen = true;
  private last: 'none' | 'dash' | 'blank' = 'none';

  constructor(private readonly document: string) {}

  /** The column of a character that is preceded by only blanks and dashes on its line. */
  columnAfterBlanks(at: number): number | undefined {
    if (at >= this.end) {
      this.start = this.seen = lineStart(this.document, at);
      this.end = Math.max(lineEnd(this.document, at), at + 1);
      [this.isOpen, this.last] = [true, 'none'];
    }
    for (; this.isOpen && this.seen < at; this.seen++) this.look(this.document.charAt(this.seen));
    return this.isOpen ? at - this.start : undefined;
  }

  private look(char: string): void {
    if (char === '-' || char === '?') {
      if (this.last === 'dash') this.isOpen = false;
      this.last = 'dash';
    } else if (this.last === 'none') this.isOpen = /[\s\uFEFF]/.test(char);
    else if (char === ' ' || char === '\t') this.last = 'blank';
    else this.isOpen = false;
  }
}

/** Where runs of blanks start, scanned from left to right. */
class Blanks {
  private start = 0;
  private upTo = -1;

  constructor(private readonly document: string) {}

  /** Where the run that ends before a character starts. */
  startOf(at: number): number {
    let from = at;
    while (from > 0 && from > this.upTo && isBlank(this.document.charCodeAt(from - 1))) from -= 1;
    if (from > this.upTo) this.start = from;
    this.upTo = at;
    return this.start;
  }
}

/** Whether a run of blanks after a plain scalar is indented like a further line of it, where tabs are allowed. */
function followsPlainText(
  document: string,
  shelters: readonly Shelter[],
  end: number,
  column: number,
): boolean {
  const plain = shelters.find((shelter) => shelter.kind === 'plain' && shelter.end === end);
  if (!plain) return false;
  const from = lineStart(document, plain.start);
  const before = document.slice(from, plain.start);
  const dashes = /^ *(?:- +)*/.exec(before)![0];
  const isValue = before.length > dashes.length;
  return column > (isValue ? dashes.length : dashes.lastIndexOf('-'));
}
