import { isBlank, lineStart } from './characters.js';

/** A stretch of a document where tabs may be part of a value. */
export interface Shelter {
  readonly kind: 'plain' | 'quoted' | 'block' | 'flow';
  readonly start: number;
  readonly end: number;
  /** Of a block scalar: how far its text is indented, and whether its first line tells that. */
  readonly indent?: number;
  readonly isIndentFound?: boolean;
}

/**
 * The first tab that Go's YAML reader refuses and js-yaml does not: one that indents a line, be it blank or a
 * comment, or that follows a dash; undefined if there is none.
 */
export function misplacedTab(document: string, shelters: readonly Shelter[]): number | undefined {
  for (let at = document.indexOf('\t'); at !== -1; at = document.indexOf('\t', at + 1)) {
    const column = columnAfterBlanks(document, at);
    if (column === undefined) continue;
    const shelter = shelters.find(({ start, end }) => start < at && at < end);
    if (!shelter) {
      if (!followsPlainText(document, shelters, at, column)) return at;
    } else if (shelter.kind === 'block') {
      const { start, indent = 0, isIndentFound = false } = shelter;
      if (column < indent) return at;
      if (column === indent && isIndentFound && /^.*$/.test(document.slice(start, at).trimEnd())) return at;
    }
  }
  return undefined;
}

/** The column of a character that only blanks and dashes stand before in its line. */
function columnAfterBlanks(document: string, at: number): number | undefined {
  const before = document[at - 1];
  if (before !== undefined && !/[\s\uFEFF?-]/.test(before)) return undefined; // As nearly all are.
  const start = lineStart(document, at);
  return /^[\s\uFEFF]*(?:[-?][ \t]+)*[-?]?$/.test(document.slice(start, at)) ? at - start : undefined;
}

/** Whether a blank stretch after a plain scalar is indented like a further line of it, where tabs are allowed. */
function followsPlainText(
  document: string,
  shelters: readonly Shelter[],
  at: number,
  column: number,
): boolean {
  let end = at;
  while (end > 0 && isBlank(document.charCodeAt(end - 1))) end -= 1;
  const plain = shelters.find((shelter) => shelter.kind === 'plain' && shelter.end === end);
  if (!plain) return false;
  const from = lineStart(document, plain.start);
  const before = document.slice(from, plain.start);
  const dashes = /^ *(?:- +)*/.exec(before)![0];
  const isValue = before.length > dashes.length;
  return column > (isValue ? dashes.length : dashes.lastIndexOf('-'));
}
