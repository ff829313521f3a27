import type { Field } from '../../model/field.js';
import type { Place } from '../../model/source.js';

/**
 * Where a part of a scalar's value is written, across quotes, escapes, folds and the indentation of block scalars. `start` and
 * `length` count UTF-16 code units of the value.
 */
export function withinScalar(field: Field, start: number, length: number): Place {
  const { place, style, text = '' } = field;
  if (place.start < 0) return place;
  if (style === 'plain' && place.end - place.start === text.length) {
    // The value is written literally, so the source is not needed.
    const from = Math.min(start, text.length - 1);
    const last = Math.min(start + Math.max(1, length), text.length);
    return { source: place.source, start: place.start + from, end: place.start + last };
  }
  const written = place.source.read().slice(place.start, place.end);
  const offsets = offsetsIn(text, written, style);
  const at = (index: number): number =>
    Math.min(offsets[Math.min(index, text.length)] ?? 0, Math.max(0, written.length - 1));
  const from = at(start);
  const last = at(start + Math.max(1, length) - 1);
  return { source: place.source, start: place.start + from, end: place.start + Math.max(last, from) + 1 };
}

/** For each code unit of a value, its offset in the scalar; one more entry for its end. */
export function offsetsIn(text: string, written: string, style: Field['style']): readonly number[] {
  const offsets: number[] = [];
  let at = bodyStart(written, style);
  for (let index = 0; index < text.length; index++) {
    const wanted = text[index]!;
    at = skipToMatch(wanted, written, at, style);
    offsets.push(at);
    at += escapeLength(written, at, style);
  }
  offsets.push(at);
  return offsets;
}

function bodyStart(written: string, style: Field['style']): number {
  if (style === 'literal' || style === 'folded') return written.indexOf('\n') + 1;
  return style === 'single' || style === 'double' ? 1 : 0;
}

/** Skips indentation and line breaks that are not part of the value. */
function skipToMatch(wanted: string, written: string, from: number, style: Field['style']): number {
  let at = from;
  while (at < written.length) {
    const char = written[at]!;
    if (char === wanted) return at;
    if (style === 'double' && char === '\\') {
      if (written[at + 1] !== '\n' && written[at + 1] !== '\r') return at;
      at += 2; // An escaped line break joins two lines.
      continue;
    }
    if ((char === '\n' || char === '\r') && (wanted === ' ' || wanted === '\n')) return at;
    if (!/\s/.test(char)) return at;
    at++;
  }
  return at;
}

function escapeLength(written: string, at: number, style: Field['style']): number {
  if (style === 'single' && written.startsWith("''", at)) return 2;
  if (style === 'double' && written[at] === '\\') {
    const digits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
    return 2 + (digits[written[at + 1] ?? ''] ?? 0);
  }
  if (written.startsWith('\r\n', at)) return 2;
  return 1;
}
