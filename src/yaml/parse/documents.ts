import { hasUnicodeBreak, isBlank, isBreak, lineAfter, lineEnd } from './characters.js';

/** The range of one YAML document, with its directives and its `---`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

const marker = /^(?:---|\.\.\.)(?=[ \t\r\n]|$)/gm;

/** The documents of a file. Ranges with nothing but comments are not documents. */
export function splitDocuments(text: string): Range[] {
  const ranges: Range[] = [];
  const bom = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let start = bom;
  marker.lastIndex = bom;
  const add = (end: number): void => {
    if (hasContent(text, start, end)) ranges.push({ start, end });
  };
  // `^` does not match after a byte order mark.
  let isFirst = bom === 1 && /^(?:---)(?=[ \t\r\n]|$)/.test(text.slice(1, 5));
  for (;;) {
    const match = isFirst ? { index: 1, 0: '---' } : marker.exec(text);
    if (isFirst) marker.lastIndex = 4;
    isFirst = false;
    if (!match) break;
    if (match[0] === '...') {
      add(match.index);
      start = lineAfter(text, match.index);
    } else if (hasContent(text, start, match.index)) {
      ranges.push({ start, end: match.index });
      start = match.index;
    } else if (!hasDirective(text, start, match.index)) {
      start = match.index;
    }
  }
  add(text.length);
  return ranges;
}

/** Whether a range has content: a line that is neither blank nor a comment, a directive or a bare `---`. */
function hasContent(text: string, start: number, end: number): boolean {
  for (let at = start; at < end;) {
    const char = text.charCodeAt(at);
    const isLineStart = at === start || isBreak(text.charCodeAt(at - 1));
    if (char === 0x20 || char === 0x09 || isBreak(char)) at += 1;
    else if (char === 0x23 || (char === 0x25 && isLineStart)) {
      const after = lineEnd(text, at);
      // Kubernetes ends the comment there, and what follows may be an object.
      if (hasUnicodeBreak(text.slice(at, after))) return true;
      at = after;
    } else if (isLineStart && text.startsWith('---', at) && isBlank(text.charCodeAt(at + 3))) at += 3;
    else return true;
  }
  return false;
}

function hasDirective(text: string, start: number, end: number): boolean {
  return text.slice(start, end).includes('%');
}
