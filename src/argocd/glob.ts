import { fitsWhole, maxPattern } from '../kubernetes/kinds/go-pattern.js';

/**
 * Whether a glob matches a whole string: `*` is any string, `?` any character, `[abc]` and `[!a-c]` a set, `{a,b*}`
 * alternatives, and `\\` escapes the next character. A glob that does not compile matches nothing. If one ends inside braces or
 * after `\\`, the release of the library decides. https://github.com/gobwas/glob/blob/v0.2.3/syntax/lexer/lexer.go
 * https://github.com/gobwas/glob/blob/v1.0.0/parse.go
 */
export function glob(pattern: string, text: string, mayEndOpen = true): boolean {
  if (pattern === '*') return true;
  return matchesGlob(pattern, text, mayEndOpen, '.');
}

/** The same for a path: `*` and `?` match no slash, `**` does. */
export function pathGlob(pattern: string, text: string): boolean {
  return matchesGlob(pattern, text, true, '[^/]');
}

/** @param one what `?` matches, and `*` any number of times */
function matchesGlob(pattern: string, text: string, mayEndOpen: boolean, one: string): boolean {
  if (!/[*?[{\\]/.test(pattern)) return pattern === text;
  if (pattern.length > maxPattern) return false;
  const source = patternSource(pattern, mayEndOpen, one);
  return source !== undefined && fitsWhole(`(?s)${source}`, text) === true;
}

/** The glob as a regular expression. */
function patternSource(pattern: string, mayEndOpen: boolean, one: string): string | undefined {
  let source = '';
  let depth = 0;
  let rest = pattern;
  while (rest !== '') {
    const [first = ''] = rest;
    if (first === '[') {
      const range = characterRange(rest);
      if (!range) return undefined;
      source += range.source;
      rest = rest.slice(range.length);
      continue;
    }
    if (rest === '\\' && !mayEndOpen) return undefined;
    if (rest.startsWith('**')) {
      source += '.*';
      rest = rest.slice(2);
      continue;
    }
    const next = first === '\\' ? String.fromCodePoint(...codePointsAt(rest, 1)) : '';
    rest = rest.slice(first.length + next.length);
    if (first === '\\') source += escaped(next);
    else if (first === '*') source += `${one}*`;
    else if (first === '?') source += one;
    else if (first === '{') {
      depth += 1;
      source += '(?:';
    } else if (first === ',' && depth > 0) source += '|';
    else if (first === '}' && depth > 0) {
      depth -= 1;
      source += ')';
    } else source += escaped(first);
  }
  if (depth > 0 && !mayEndOpen) return undefined;
  return source + ')'.repeat(depth); // An unclosed brace is closed by the end.
}

/** The code point at an index; none past the end. */
function codePointsAt(text: string, index: number): readonly number[] {
  const point = text.codePointAt(index);
  return point === undefined ? [] : [point];
}

/** Either one range or a list of characters, never both. */
function characterRange(text: string): { readonly source: string; readonly length: number } | undefined {
  const [span, no, from = '', to = ''] = /^\[(!?)(.)-(.)\]/su.exec(text) ?? [];
  if (span !== undefined)
    return from <= to
      ? { source: `[${no ? '^' : ''}${escaped(from)}-${escaped(to)}]`, length: span.length }
      : undefined;
  if (/^\[!?.-/su.test(text)) return undefined;
  const [list, isNot, characters = ''] = /^\[(!?)((?:\\.|[^\]\\])+)\]/su.exec(text) ?? [];
  if (list === undefined) return undefined;
  const plain = [...characters.replaceAll(/\\(.)/gsu, '$1')].map(escaped).join('');
  return { source: `[${isNot ? '^' : ''}${plain}]`, length: list.length };
}

function escaped(text: string): string {
  // With the flag u, a dash may only be escaped inside brackets.
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, (sign) => (sign === '-' ? '\\x2d' : `\\${sign}`));
}
