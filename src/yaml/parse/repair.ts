import { isBlank, lineEnd, lineStart } from './characters.js';

/**
 * Go's YAML reader takes what the specification, and so js-yaml, does not: a line of a quoted text or of a flow
 * collection that is not indented, such as the closing bracket below a key; tabs between the items of a flow
 * collection; a comment right behind a value; `\'` in double quotes. Gives the text with blanks in place of what
 * stands in the way at `position`, every other character where it was; undefined when that is not the matter.
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

/** Puts a line at the end of the one before it. */
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
  // A comment ends a text, which would go on without it.
  if (hasComment && !/[,[{:]/.test(text[start - 1] ?? '') && !/[,\]}]/.test(text[position] ?? ''))
    return undefined;
  if (start < from) return blank(text, start, position);
  // Nothing but blanks: a tab between items on the line itself.
  const line = text.slice(from, position);
  return line.includes('\t')
    ? text.slice(0, from) + line.replaceAll('\t', ' ') + text.slice(position)
    : undefined;
}

/**
 * Keys that tell what an object is are read from their lines alone: a line that looks like one must be one.
 */
function looksLikeKey(text: string, position: number, from: number): boolean {
  const line = text.slice(position, lineEnd(text, position));
  const column = text.slice(from, position).trim() === '' ? position - from : -1;
  return column === 0 ? /^[\w./-]+:(\s|$)/.test(line) : /^(name|namespace):(\s|$)/.test(line);
}

/** Where a comment starts in a stretch of a line, outside of quotes; -1 when there is none. */
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
