import { isBlank, isBreak, lineEnd } from './characters.js';

/** Characters that YAML reserves, or that start a directive. */
export function isReserved(char: string): boolean {
  return char === '@' || char === '`' || char === '%';
}

export function contentStart(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text.charCodeAt(at)) && !isBreak(text.charCodeAt(at))) at += 1;
  return at;
}

export function contentEnd(text: string, from: number): number {
  let end = lineEnd(text, from);
  while (end > from && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

/** The quote that is open at the end of a string; later quotes are escaped or of the other kind. */
export function lastQuote(text: string): number {
  const double = lastDoubleQuote(text);
  const single = lastSingleQuote(text);
  return Math.max(double, single);
}

function lastDoubleQuote(text: string): number {
  for (let at = text.lastIndexOf('"'); at !== -1; at = at === 0 ? -1 : text.lastIndexOf('"', at - 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0 && opensValue(text, at)) return at;
  }
  return -1;
}

function lastSingleQuote(text: string): number {
  for (let at = text.lastIndexOf("'"); at !== -1; at = at === 0 ? -1 : text.lastIndexOf("'", at - 1)) {
    let first = at;
    while (text[first - 1] === "'") first -= 1;
    if ((at - first) % 2 === 0 && opensValue(text, first)) return first;
    at = first;
  }
  return -1;
}

function opensValue(text: string, at: number): boolean {
  return at === 0 || /[\s,:[{]/.test(text[at - 1]!);
}

/** The bracket that is open at the end of a string, not counting those in quotes. */
export function lastBracket(text: string): number {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const char = text[at]!;
    if (char === '"' || char === "'") {
      const open = text.lastIndexOf(char, at - 1);
      if (open !== -1 && !text.slice(open, at).includes('\n')) at = open;
    } else if (char === ']' || char === '}') depth += 1;
    else if ((char === '[' || char === '{') && depth-- === 0) return at;
  }
  return -1;
}

export function codePoint(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0;
  return `Character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
