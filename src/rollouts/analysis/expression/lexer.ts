import { ExpressionError, UnknownExpression } from './errors.js';

/** A token of an expression. `at` is its offset in the source, in UTF-16 code units. */
export interface Token {
  readonly kind: 'identifier' | 'number' | 'string' | 'operator' | 'bracket' | 'end';
  /** The text of the token; for a string its value, without quotes and escapes. */
  readonly value: string;
  readonly at: number;
}

/** Longer expressions are not judged. */
const maxLength = 20_000;

/**
 * The tokens of an expression.
 * https://github.com/expr-lang/expr/blob/v1.15.5/parser/lexer/state.go
 * @throws {ExpressionError} where the source is not made of tokens
 */
export function tokensOf(source: string): readonly Token[] {
  if (source.length > maxLength) throw new UnknownExpression('it is too long');
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const skipped = spaceOrComment(source, at);
    if (skipped > at) at = skipped;
    else {
      const read = tokenAt(source, at);
      tokens.push(...read.tokens);
      at = read.end;
    }
  }
  tokens.push({ kind: 'end', value: '', at: source.length });
  return tokens;
}

interface Read {
  readonly tokens: readonly Token[];
  readonly end: number;
}

/** The offset after a space or a comment, or `at` itself where there is neither. */
function spaceOrComment(source: string, at: number): number {
  space.lastIndex = at;
  if (space.test(source)) return space.lastIndex;
  if (source.startsWith('//', at)) {
    const end = source.indexOf('\n', at);
    return end < 0 ? source.length : end + 1;
  }
  if (!source.startsWith('/*', at)) return at;
  const end = source.indexOf('*/', at + 2);
  if (end < 0) throw new ExpressionError('unclosed comment', at);
  return end + 2;
}

const space = /\p{White_Space}+/uy;
const word = /[\p{L}_$][\p{L}\p{Nd}_$]*/uy;
const operator = /\|\|?|[,:;%+^-]|[&!=*<>][&=*]?|\?[.?]?|\.\.?|\//y;
const wordOperators: ReadonlySet<string> = new Set([
  'in',
  'or',
  'and',
  'matches',
  'contains',
  'startsWith',
  'endsWith',
  'let',
]);
const negatable: ReadonlySet<string> = new Set(['in', 'matches', 'contains', 'startsWith', 'endsWith']);

function tokenAt(source: string, at: number): Read {
  const character = source[at]!;
  if (character === '"' || character === "'") return stringAt(source, at);
  if (/\d/.test(character) || (character === '.' && /\d/.test(source[at + 1] ?? '')))
    return numberAt(source, at);
  if (character === '#') return pointerAt(source, at);
  if ('([{)]}'.includes(character))
    return { tokens: [{ kind: 'bracket', value: character, at }], end: at + 1 };
  word.lastIndex = at;
  const [name] = word.exec(source) ?? [];
  if (name !== undefined) return wordAt(source, name, at);
  operator.lastIndex = at;
  const [value] = operator.exec(source) ?? [];
  if (value !== undefined) return { tokens: [{ kind: 'operator', value, at }], end: at + value.length };
  throw new ExpressionError(`unrecognized character ${JSON.stringify(character)}`, at);
}

function wordAt(source: string, name: string, at: number): Read {
  const end = at + name.length;
  if (name !== 'not')
    return { tokens: [{ kind: wordOperators.has(name) ? 'operator' : 'identifier', value: name, at }], end };
  // The word after "not" is an operator wherever it can be negated, as in `not in`.
  const not: Token = { kind: 'operator', value: 'not', at };
  let next = end;
  while (source[next] === ' ') next += 1;
  word.lastIndex = next;
  const [negated = ''] = word.exec(source) ?? [];
  return negatable.has(negated)
    ? { tokens: [not, { kind: 'operator', value: negated, at: next }], end: next + negated.length }
    : { tokens: [not], end };
}

/** `#`, and the name that follows it as in `#index`. */
function pointerAt(source: string, at: number): Read {
  const value = source[at + 1] === '#' ? '##' : '#';
  const start = at + value.length;
  const name = /^[\p{L}\p{Nd}_$]+/u.exec(source.slice(start, start + 100))?.[0] ?? '';
  return {
    tokens: [
      { kind: 'operator', value, at },
      ...(name === '' ? [] : [{ kind: 'identifier', value: name, at: start } as const]),
    ],
    end: start + name.length,
  };
}

function numberAt(source: string, at: number): Read {
  const end = numberEnd(source, at);
  const value = source.slice(at, end);
  if (/^[\p{L}\p{Nd}_$]/u.test(source.slice(end, end + 2)))
    throw new ExpressionError(`bad number syntax: "${value}${source[end] ?? ''}"`, at);
  return { tokens: [{ kind: 'number', value, at }], end };
}

const digitsAfter: Readonly<Record<string, RegExp>> = { x: /[\da-fA-F_]/, o: /[0-7_]/, b: /[01_]/ };

/** https://github.com/expr-lang/expr/blob/v1.15.5/parser/lexer/state.go (scanNumber) */
function numberEnd(source: string, at: number): number {
  let end = at;
  const skip = (characters: RegExp): void => {
    while (characters.test(source[end] ?? '')) end += 1;
  };
  const [, prefix] = /^0([xob])/i.exec(source.slice(at, at + 2)) ?? [];
  const digits = digitsAfter[prefix?.toLowerCase() ?? ''] ?? /[\d_]/;
  if (prefix !== undefined) end += 2;
  skip(digits);
  if (source[end] === '.') {
    if (source[end + 1] === '.') return end;
    end += 1;
    skip(digits);
  }
  if (/[eE]/.test(source[end] ?? '')) {
    end += 1;
    if (/[+-]/.test(source[end] ?? '')) end += 1;
    skip(digits);
  }
  return end;
}

function stringAt(source: string, at: number): Read {
  const quote = source[at]!;
  let value = '';
  let index = at + 1;
  while (source[index] !== quote) {
    const character = source[index];
    if (character === undefined || character === '\n')
      throw new ExpressionError('literal not terminated', at);
    if (character === '\\') {
      const escape = escapeAt(source, index, quote);
      value += escape.value;
      index = escape.end;
    } else {
      value += character;
      index += 1;
    }
  }
  return { tokens: [{ kind: 'string', value: value.replaceAll(/\r/g, '\n'), at }], end: index + 1 };
}

const simpleEscapes: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};
const hexDigits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** https://github.com/expr-lang/expr/blob/v1.15.5/parser/lexer/utils.go (unescapeChar) */
function escapeAt(
  source: string,
  at: number,
  quote: string,
): { readonly value: string; readonly end: number } {
  const kind = source[at + 1] ?? '';
  if (kind === quote) return { value: quote, end: at + 2 };
  const simple = simpleEscapes[kind];
  if (simple !== undefined) return { value: simple, end: at + 2 };
  const octal = /^[0-3][0-7]{2}/.exec(source.slice(at + 1, at + 4))?.[0];
  if (octal !== undefined) return { value: String.fromCodePoint(parseInt(octal, 8)), end: at + 4 };
  const count = hexDigits[kind];
  const digits = source.slice(at + 2, at + 2 + (count ?? 0));
  const code =
    count !== undefined && /^[\da-fA-F]+$/.test(digits) && digits.length === count
      ? parseInt(digits, 16)
      : NaN;
  if (!(code <= 0x10_ffff)) throw new ExpressionError('invalid char escape', at);
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return { value: isSurrogate ? '\ufffd' : String.fromCodePoint(code), end: at + 2 + count! };
}
