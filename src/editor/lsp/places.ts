import type { Position, Range } from 'vscode-languageserver/node';
import { lineAt, lineStarts, presentText } from '../../model/lines.js';
import type { Place, Source } from '../../model/source.js';

/** The offsets at which the lines of texts begin. A source never changes its text. */
const starts = new WeakMap<Source, readonly number[]>();

function startsOf(source: Source): readonly number[] {
  let known = starts.get(source);
  if (!known) {
    known = lineStarts(presentText(source));
    starts.set(source, known);
  }
  return known;
}

/** The position of an offset, in UTF-16 code units. */
export function positionOf(source: Source, offset: number): Position {
  const lines = startsOf(source);
  const line = lineAt(lines, offset);
  return { line, character: Math.max(0, offset - lines[line]!) };
}

/** The offset of a position; at the end of its line if it is behind that, and at the end of the text behind the last line. */
export function offsetOf(source: Source, { line, character }: Position): number {
  const lines = startsOf(source);
  const text = presentText(source);
  const start = lines[Math.max(0, line)];
  if (start === undefined) return text.length;
  let end = lines[line + 1] ?? text.length;
  while (end > start && '\r\n'.includes(text.charAt(end - 1))) end -= 1;
  return Math.min(start + Math.max(0, character), end);
}

/** The range between two offsets; the start of the text for what has no position. */
export function rangeOf({ source, start, end }: Place): Range {
  const from = Math.max(0, start);
  return { start: positionOf(source, from), end: positionOf(source, Math.max(from, end)) };
}
