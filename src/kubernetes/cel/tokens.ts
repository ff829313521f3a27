import { NotJudged } from './expression.js';

export interface Token {
  readonly kind: 'name' | 'string' | 'integer' | 'number' | 'sign' | 'end';
  /** For a string literal its value. */
  readonly text: string;
}

const spaceOrComments = /(?:\s|\/\/.*)*/y;
const name = /[A-Za-z_]\w*/y;
const numberToken = /0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?/y;
const quote = /([rRbB]*)("""|'''|"|')/y;
const sign = /&&|\|\||==|!=|<=|>=|[-+*/%<>!?:.,()[\]{}]/y;

/**
 * The tokens of an expression.
 * https://github.com/google/cel-spec/blob/v0.24.0/doc/langdef.md#syntax
 */
export function celTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found ?? undefined;
  };
  for (take(spaceOrComments); at < text.length; take(spaceOrComments)) {
    const opened = take(quote);
    if (opened) {
      const [, prefix = '', mark = ''] = opened;
      if (/b/i.test(prefix)) throw new NotJudged('bytes');
      const isRaw = prefix !== '';
      const end = endOf(text, at, mark, isRaw);
      const inside = text.slice(at, end);
      tokens.push({ kind: 'string', text: isRaw ? inside : unescaped(inside) });
      at = end + mark.length;
      continue;
    }
    const digits = take(numberToken)?.[0];
    if (digits !== undefined) {
      if (/^[uU]/.test(text.slice(at))) throw new NotJudged('unsigned integers');
      tokens.push({ kind: /^(?:0x.*|\d+)$/.test(digits) ? 'integer' : 'number', text: digits });
      continue;
    }
    const word = take(name)?.[0];
    const found = word ?? take(sign)?.[0];
    if (found === undefined) throw new NotJudged(`unexpected "${text[at]}"`);
    tokens.push({ kind: word === undefined ? 'sign' : 'name', text: found });
  }
  return [...tokens, { kind: 'end', text: '' }];
}

function endOf(text: string, from: number, mark: string, isRaw: boolean): number {
  for (let at = from; at < text.length; at++) {
    if (text.startsWith(mark, at)) return at;
    if (text[at] === '\\' && !isRaw) at++;
  }
  throw new NotJudged('a string that does not end');
}

const simple: Readonly<Record<string, string>> = {
  ...{ a: '\u0007', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  ...{ '\\': '\\', '?': '?', '"': '"', "'": "'", '`': '`' },
};

function unescaped(text: string): string {
  return text.replaceAll(
    /\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|(.|$))/gs,
    // eslint-disable-next-line max-params -- The callback of `replaceAll` has a parameter for each group.
    (_, byte?: string, short?: string, long?: string, octal?: string, other?: string) => {
      const hex = byte ?? short ?? long;
      if (hex !== undefined) return character(Number.parseInt(hex, 16));
      if (octal !== undefined) return character(Number.parseInt(octal, 8));
      const known = simple[other ?? ''];
      if (known === undefined) throw new NotJudged(`the escape "\\${other}"`);
      return known;
    },
  );
}

function character(code: number): string {
  if (code > 0x10_ffff || (code >= 0xd800 && code < 0xe000)) throw new NotJudged('no code point');
  return String.fromCodePoint(code);
}
