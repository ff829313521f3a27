import { offsetsIn } from '../parse/within-scalar.js';
import { Unfit } from './layout.js';
import type { Splice } from './splice.js';

/**
 * The edits that give a block scalar another value: within its lines, so that its header, its indentation and all other line
 * breaks stay. `written` is the scalar from its header on; offsets count from there. The caller has to parse the result, because
 * folding may change the lines.
 */
export function blockSplices(
  written: string,
  style: 'literal' | 'folded',
  before: string,
  after: string,
  newline: string,
): readonly Splice[] {
  const [old, wanted] = [withoutEnd(before), withoutEnd(after)];
  if (old === '' || wanted === '') throw new Unfit('it is a block of lines with nothing in it.');
  const from = commonStart(old, wanted);
  const behind = alikeBehind(old, wanted, from);
  const inside = wanted.slice(from, wanted.length - behind);
  if (inside.includes('\n') && style === 'folded')
    throw new Unfit('it is a folded block of lines that would need another line.');
  const offsets = offsetsIn(before, written, style);
  const start = offsets[from]!;
  const end = from + behind === old.length ? start : offsets[old.length - behind]!;
  const indent = indentOf(written, old);
  // A blank line has no indentation of its own.
  const isBlank = written[start - 1] === '\n' && (inside !== '' || written[end - 1] !== '\n');
  const lines = (isBlank ? indent : '') + inside.replaceAll('\n', `${newline}${indent}`);
  return [...headerFor(written, before, after), { start, end, text: lines }];
}

/** The header says whether the value ends with a line break; it is stripped if the new value does not. */
function headerFor(written: string, before: string, after: string): readonly Splice[] {
  if (lineBreaksOf(before) === lineBreaksOf(after)) return [];
  const [header = ''] = /^[|>][\d+]*/.exec(written) ?? [];
  if (lineBreaksOf(after) > 0) throw new Unfit('it is a block of lines that would end in others.');
  const at = header.includes('+') ? header.indexOf('+') : header.length;
  return [{ start: at, end: header.includes('+') ? at + 1 : at, text: '-' }];
}

/** The indentation of each line, which is not part of the value. */
function indentOf(written: string, text: string): string {
  const [, blanks = ''] = /\n( *)[^ \r\n]/.exec(written) ?? [];
  const [, own = ''] = /^\n*( *)/.exec(text) ?? [];
  return blanks.slice(own.length);
}

function withoutEnd(text: string): string {
  return text.slice(0, text.length - lineBreaksOf(text));
}

function lineBreaksOf(text: string): number {
  let count = 0;
  while (text[text.length - 1 - count] === '\n') count++;
  return count;
}

/** The length of the common prefix of two strings. */
function commonStart(left: string, right: string): number {
  let count = 0;
  while (count < left.length && count < right.length && left[count] === right[count]) count++;
  return count;
}

/** The length of the common suffix of two strings, after a common prefix. */
function alikeBehind(left: string, right: string, from: number): number {
  const most = Math.min(left.length, right.length) - from;
  let count = 0;
  while (count < most && left[left.length - 1 - count] === right[right.length - 1 - count]) count++;
  return count;
}
