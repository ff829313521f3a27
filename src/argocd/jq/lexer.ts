/**
 * The tokens of jq as gojq reads them.
 * https://github.com/itchyny/gojq/blob/v0.12.19/lexer.go
 */
export interface JqToken {
  readonly type: JqTokenType;
  /** What the token stands for: a name without its dot, a string without its escapes, else the text itself. */
  readonly value: string;
  /** UTF-16 code units, `end` exclusive. */
  readonly start: number;
  readonly end: number;
}

export type JqTokenType =
  | 'name'
  | 'keyword'
  | 'variable'
  | 'module-name' // a::b
  | 'module-variable' // $a::b
  | 'field' // .name
  | 'number'
  | 'format' // @base64
  | 'string' // one without interpolation
  | 'string-start'
  | 'string-part'
  | 'query-start' // \(
  | 'query-end'
  | 'string-end'
  | 'symbol'
  | 'invalid' // what gojq's lexer rejects; nothing follows it
  | 'end';

const keywords: ReadonlySet<string> = new Set(
  (
    'or and module import include def as label break null true false ' +
    'if then elif else end try catch reduce foreach'
  ).split(' '),
);

const symbol = /\?\/\/|\/\/=|\.\.|\|=|\+=|-=|\*=|\/=|\/\/|%=|==|!=|>=|<=|[^]/uy;
const name = /[A-Za-z_]\w*(?:::[A-Za-z_]\w*)?/y;
const field = /\.[A-Za-z_]\w*/y;
const variable = /\$[A-Za-z_]\w*(?:::[A-Za-z_]\w*)?/y;
const format = /@\w+/y;
const numberPattern = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const whiteSpace = /[\t\n\r ]+/y;
/** A comment ends with its line, unless an odd number of backslashes precedes the end. */
const comment = /#(?:\\(?:\\|\r\n|\n|\r)|[^\n\r])*/y;
const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Reads a string up to its end or up to the first thing that is not a token of jq. */
// eslint-disable-next-line max-lines-per-function -- Each kind of token moves the same position.
export function tokenize(text: string): readonly JqToken[] {
  const tokens: JqToken[] = [];
  /** For each string that is being interpolated: how many parentheses are open inside the current `\(`. */
  const open: number[] = [];
  let at = 0;

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const push = (type: JqTokenType, length: number, value = text.slice(at, at + length)): void => {
    tokens.push({ type, value, start: at, end: at + length });
    at += length;
  };
  const isInvalid = (): boolean => tokens.at(-1)?.type === 'invalid';

  /** Reads a string from `at`, which is after its quote or after an interpolated query. */
  const string = (isStart: boolean): void => {
    const part = readString(text, at);
    if (part.end === undefined) {
      push('invalid', part.length, part.problem);
    } else if (part.end === '"' && isStart) {
      tokens.push({ type: 'string', value: part.value, start: at - 1, end: at + part.length + 1 });
      at += part.length + 1;
    } else {
      if (isStart) tokens.push({ type: 'string-start', value: '"', start: at - 1, end: at });
      if (part.length > 0) push('string-part', part.length, part.value);
      if (part.end === '"') push('string-end', 1);
      else {
        push('query-start', 2);
        open.push(0);
      }
    }
  };

  while (at < text.length && !isInvalid()) {
    const skipped = match(whiteSpace) ?? match(comment);
    if (skipped !== undefined) {
      at += skipped.length;
      continue;
    }
    const char = text[at];
    const inner = open.length - 1;
    let found: string | undefined;
    if (char === '"') {
      at += 1;
      string(true);
    } else if (char === ')' && open[inner] === 0) {
      push('query-end', 1);
      open.pop();
      string(false);
    } else if ((found = match(numberPattern)) !== undefined) {
      const cut = /[eE]/.test(found) ? /\w/ : /[\w.]/;
      const isCut = cut.test(text[at + found.length] ?? '');
      push(isCut ? 'invalid' : 'number', isCut ? found.length + 1 : found.length);
    } else if ((found = match(field)) !== undefined) {
      push('field', found.length, found.slice(1));
    } else if ((found = match(name)) !== undefined) {
      push(found.includes(':') ? 'module-name' : keywords.has(found) ? 'keyword' : 'name', found.length);
    } else if ((found = match(variable)) !== undefined) {
      push(found.includes(':') ? 'module-variable' : 'variable', found.length);
    } else if ((found = match(format)) !== undefined) {
      push('format', found.length);
    } else {
      const length = match(symbol)?.length ?? 1;
      if (inner >= 0 && char === '(') open[inner]! += 1;
      if (inner >= 0 && char === ')') open[inner]! -= 1;
      push('symbol', length);
    }
  }
  if (!isInvalid()) tokens.push({ type: 'end', value: '', start: text.length, end: text.length });
  return tokens;
}

interface StringPart {
  readonly value: string;
  readonly length: number;
  /** The token after this part: a quote or the start of an interpolation; undefined if the string does not end. */
  readonly end: '"' | '\\(' | undefined;
  readonly problem?: string;
}

function readString(text: string, start: number): StringPart {
  let value = '';
  for (let at = start; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === '"') return { value: wellFormed(value), length: at - start, end: '"' };
    if (char !== '\\') {
      value += char;
      continue;
    }
    const escape = text[at + 1] ?? '';
    if (escape === '(') return { value: wellFormed(value), length: at - start, end: '\\(' };
    const hex = /^[\dA-Fa-f]{4}/.exec(text.slice(at + 2, at + 6))?.[0];
    if (escape === 'u' && hex !== undefined) {
      value += String.fromCharCode(Number.parseInt(hex, 16));
      at += 5;
    } else if (escape !== '' && '"\\/bfnrt'.includes(escape)) {
      value += escapes[escape] ?? escape;
      at += 1;
    } else {
      return { value, length: at + 2 - start, end: undefined, problem: `\\${escape}` };
    }
  }
  return { value, length: text.length - start, end: undefined, problem: 'unterminated string' };
}

/** Go replaces a half of a surrogate pair. */
function wellFormed(value: string): string {
  return value.replaceAll(
    /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
    '\uFFFD',
  );
}
