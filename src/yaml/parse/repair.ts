import { isBlank, lineEnd, lineStart } from './characters.js';

/**
 * Go's YAML reader accepts what the specification, and so js-yaml, rejects: a line of a quoted scalar or of a flow collection
 * that is not indented, such as the closing bracket below a key; tabs between the items of a flow collection; a comment right
 * after a value; `\'` in double quotes. Returns the text with blanks in place of the obstacle at `position`, with all offsets
 * unchanged; undefined if it is none of these.
 */
export function repair(reason: string, text: string, position: number): string | undefined {
  if (reason === 'deficient indentation') return joinLines(text, position);
  if (reason === 'unknown escape sequence' && text[position] === "'")
    return `${text.slice(0, position - 1)}.${text.slice(position)}`;
  if (text[position] === '#' && position > 0 && !isBlank(text.charCodeAt(position - 1)))
    return blank(text, position, lineEnd(text, position));
  return undefined;
}

function blank(text: string, start: number, end: number): string {
  return start < end ? text.slice(0, start) + ' '.repeat(end - start) + text.slice(end) : text;
}

/** Joins a line to the one before it. */
function joinLines(text: string, position: number): string | undefined {
  const from = lineStart(text, position);
  if (looksLikeKey(text, position, from)) return undefined;
  let start = position;
  let hasComment = false;
  for (;;) {
    while (start > 0 && isBlank(text.charCodeAt(start - 1))) start -= 1;
    const comment = commentStart(text, lineStart(text, start), start);
    if (comment === -1 || start <= 0) break;
    start = comment;
    hasComment = true;
  }
  // A comment ends a scalar, which would continue without it.
  if (hasComment && !/[,[{:]/.test(text[start - 1] ?? '') && !/[,\]}]/.test(text[position] ?? ''))
    return undefined;
  if (start < from) return blank(text, start, position);
  // Only blanks: a tab between items on the line itself.
  const line = text.slice(from, position);
  return line.includes('\t')
    ? text.slice(0, from) + line.replaceAll('\t', ' ') + text.slice(position)
    : undefined;
}

/** Keys that identify an object are read from their lines alone, so a line that looks like one must be one. */
function looksLikeKey(text: string, position: number, from: number): boolean {
  const line = text.slice(position, lineEnd(text, position));
  const column = text.slice(from, position).trim() === '' ? position - from : -1;
  return column === 0 ? /^[\w./-]+:(\s|$)/.test(line) : /^(name|namespace):(\s|$)/.test(line);
}

/** Where a comment starts in a part of a line, outside of quotes; -1 if it has none. */
function commentStart(text: string, start: number, end: number): number {
  let quote = '';
  for (let at = start; at < end; at += 1) {
    const char = text[at]!;
    if (quote !== '') {
      if (char === '\\' && quote === '"') at += 1;
      else if (char === quote) quote = '';
    } else if (char === '#' && (at === start || isBlank(text.charCodeAt(at - 1)))) {
      return at;
    } else if ((char === '"' || char === "'") && /[\s,:[{-]/.test(text[at - 1] ?? ' ')) {
      quote = char;
    }
  }
  return -1;
}
