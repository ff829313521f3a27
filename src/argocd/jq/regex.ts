/** A regular expression of RE2 in the words of Oniguruma; why RE2 refuses it; or that it has no counterpart. */
export type Translation =
  | { readonly ok: string; /** Whether it may match no character. */ readonly mayBeEmpty: boolean }
  | { readonly invalid: string }
  | { readonly unknown: string };

class Invalid extends Error {}
class Untranslatable extends Error {}

/**
 * Translates a regular expression from gojq, which has Go's, to jq, which has Oniguruma's.
 * https://github.com/google/re2/wiki/Syntax
 * https://github.com/golang/go/blob/master/src/regexp/syntax/parse.go
 */
export function translateRegex(regex: string): Translation {
  try {
    return new Translator(regex).whole();
  } catch (error) {
    if (error instanceof Invalid) return { invalid: error.message };
    if (error instanceof Untranslatable) return { unknown: error.message };
    throw error;
  }
}

type Range = readonly [number, number];

/** Classes are of ASCII in RE2, and of all of Unicode in Oniguruma. */
const classes: Readonly<Record<string, string>> = {
  d: '09',
  s: '\t\n\f\r  ',
  w: '09AZ__az',
  alnum: '09AZaz',
  alpha: 'AZaz',
  ascii: '\0\x7F',
  blank: '\t\t  ',
  cntrl: '\0\x1F\x7F\x7F',
  digit: '09',
  graph: '!~',
  lower: 'az',
  print: ' ~',
  punct: '!/:@[`{~',
  space: '\t\r  ',
  upper: 'AZ',
  word: '09AZ__az',
  xdigit: '09AFaf',
};
const last = 0x10ffff;

/** The items of a bracket expression for a class, or for all that is not in it. */
function members(name: string, isNegated: boolean): string | undefined {
  const text = Object.hasOwn(classes, name) ? classes[name] : undefined;
  if (text === undefined) return undefined;
  const ranges = (text.match(/../gs) ?? []).map((pair): Range => [pair.charCodeAt(0), pair.charCodeAt(1)]);
  const starts = [0, ...ranges.map(([, high]) => high + 1)];
  const ends = [...ranges.map(([low]) => low - 1), last];
  const others = starts.map((low, index): Range => [low, ends[index]!]).filter(([low, high]) => low <= high);
  return (isNegated ? others : ranges).map(([low, high]) => `${code(low)}-${code(high)}`).join('');
}

function code(point: number): string {
  return `\\x{${point.toString(16)}}`;
}

/** A part of the translation, and how often what is in it is repeated at most. */
interface Part {
  readonly text: string;
  readonly count: number;
  /** What matches no character, and what is nothing to repeat at all. */
  readonly kind?: 'assertion' | 'flags';
  /** Whether it may match no character. */
  readonly isEmpty?: boolean;
}

const repetition = /[*+?]|\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\}/;

class Translator {
  private at = 0;
  private isMultiline = false;
  private readonly names = new Set<string>();

  private readonly lastPosixEnd: number;

  constructor(private readonly regex: string) {
    this.lastPosixEnd = regex.lastIndexOf(':]');
  }

  whole(): Translation {
    const { text, isEmpty = false } = this.alternatives();
    if (this.at < this.regex.length) throw new Invalid('it has an unmatched closing parenthesis');
    return { ok: text, mayBeEmpty: isEmpty };
  }

  private match(pattern: RegExp): RegExpExecArray | undefined {
    const sticky = new RegExp(pattern, 'yu');
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.regex) ?? undefined;
    if (found) this.at += found[0].length;
    return found;
  }

  private alternatives(): Part {
    const parts = [this.sequence()];
    while (this.match(/\|/)) parts.push(this.sequence());
    return join(parts, '|');
  }

  private sequence(): Part {
    const parts: Part[] = [];
    while (this.at < this.regex.length && !/[|)]/.test(this.regex[this.at]!)) {
      const repeat = this.match(repetition);
      if (!repeat) {
        parts.push(this.part());
        continue;
      }
      const previous = parts.pop();
      if (!previous || previous.kind === 'flags') throw new Invalid(`nothing precedes "${repeat[0]}"`);
      parts.push(this.repeat(previous, repeat));
      const again = this.match(repetition); // Neither twice nor possessive.
      if (again) throw new Invalid(`"${again[0]}" follows a repetition`);
    }
    return join(parts, '');
  }

  private repeat(part: Part, [operator, least, comma, most]: RegExpExecArray): Part {
    // Oniguruma does not repeat an assertion, and reads `a{2}?` as an optional `a{2}`.
    if (part.kind === 'assertion') throw new Untranslatable(`its regular expression repeats "${part.text}"`);
    const { text } = part;
    const lazy = this.match(/\?/) ? '?' : '';
    if (least === undefined)
      return {
        text: text + operator + lazy,
        count: part.count,
        isEmpty: operator !== '+' || mayBeEmpty(part),
      };
    const low = Number(least);
    const high = most === undefined ? low : Number(most);
    const count = part.count * Math.max(high, 1);
    if (high < low || count > 1000) throw new Invalid(`"${operator}" is not a valid count`);
    const bounds = lazy ? `{${least},${comma ? (most ?? '') : least}}?` : operator;
    return { text: text + bounds, count, isEmpty: low === 0 || mayBeEmpty(part) };
  }

  private part(): Part {
    if (this.match(/\(/)) return this.group();
    if (this.match(/\[/)) return { text: this.charClass(), count: 1 };
    if (this.match(/\\Q/)) {
      const end = this.regex.indexOf('\\E', this.at);
      const literal = this.regex.slice(this.at, end === -1 ? undefined : end);
      this.at += literal.length + (end === -1 ? 0 : 2);
      return { text: [...literal].map(escaped).join(''), count: 1, ...(literal === '' && { kind: 'flags' }) };
    }
    const assertion = this.match(/\\[AbBz]|\^|\$/)?.[0];
    if (assertion !== undefined)
      return {
        text: assertion === '$' && !this.isMultiline ? '\\z' : assertion,
        count: 1,
        kind: 'assertion',
      };
    if (this.match(/\\/)) return { text: this.escape(false), count: 1 };
    const [char] = this.match(/[^]/)!;
    return { text: char === '.' ? char : escaped(char), count: 1 };
  }

  private group(): Part {
    const outer = this.isMultiline;
    const [whole, name, on, off, end] =
      this.match(/\?P?<(\w+)>/) ?? this.match(/\?()([imsU]*)(?:-([imsU]+))?([:)])/) ?? [];
    if (whole === undefined && this.match(/\?/))
      throw new Invalid(`RE2 does not support "(?${this.regex.slice(this.at, this.at + 2)}"`);
    let open = '(';
    if (name) {
      // Oniguruma takes neither a name twice nor a number for one.
      if (this.names.has(name) || /^\d/.test(name)) throw new Untranslatable(`it names a group "${name}"`);
      this.names.add(name);
      open = `(?<${name}>`;
    } else if (on !== undefined) {
      if (`${on}${off ?? ''}`.includes('U'))
        throw new Untranslatable('its regular expression has the flag U');
      this.isMultiline = (outer || on.includes('m')) && !off?.includes('m');
      open = `(?${on}${off === undefined ? '' : `-${off}`}`;
      if (end === ')') return { text: open === '(?' ? '' : `${open})`, count: 1, kind: 'flags' };
      open += ':';
    }
    const { text, count, isEmpty } = this.alternatives();
    if (!this.match(/\)/)) throw new Invalid('a parenthesis is not closed');
    this.isMultiline = outer;
    return { text: `${open}${text})`, count, ...(isEmpty && { isEmpty }) };
  }

  private charClass(): string {
    let result = this.match(/\^/) ? '[^' : '[';
    for (let isFirst = true; isFirst || !this.match(/\]/); isFirst = false) {
      if (this.at >= this.regex.length) throw new Invalid('a bracket is not closed');
      const isPosix = this.at < this.lastPosixEnd; // Looked for once: at each bracket it would be the square.
      const [posix, not, name = ''] = (isPosix && this.match(/\[:(\^?)([^]*?):\]/)) || [];
      if (posix !== undefined) {
        const items = name.length > 1 ? members(name, not === '^') : undefined;
        if (items === undefined) throw new Invalid(`"${posix}" is not a character class`);
        result += items;
      } else if (this.match(/\\(?=[dswDSWpP])/)) {
        result += this.escape(true);
      } else {
        const low = this.classChar();
        const high = this.match(/-(?!\])(?=[^])/) ? this.classChar() : low;
        if (high < low) throw new Invalid('a range is reversed');
        result += low === high ? code(low) : `${code(low)}-${code(high)}`;
      }
    }
    return `${result}]`;
  }

  private classChar(): number {
    return this.match(/\\/) ? this.charCode() : this.match(/[^]/)![0].codePointAt(0)!;
  }

  /** What follows a backslash. */
  private escape(isInClass: boolean): string {
    const perl = this.match(/[dswDSW]/)?.[0];
    if (perl !== undefined) {
      const items = members(perl.toLowerCase(), perl !== perl.toLowerCase())!;
      return isInClass ? items : `[${items}]`;
    }
    const [property, kind, short, long = short!] = this.match(/([pP])(?:([A-Za-z])|\{(\^?\w+)\})/) ?? [];
    if (property === undefined) return code(this.charCode());
    if (!isProperty(long.replace('^', ''))) throw new Invalid(`"\\${property}" is not a character class`);
    return `\\${kind}{${long}}`;
  }

  private charCode(): number {
    const octal = this.match(/0[0-7]{0,2}|[1-7][0-7]{1,2}/)?.[0];
    if (octal !== undefined) return Number.parseInt(octal, 8);
    const [hex, two, braced = two!] = this.match(/x(?:([\dA-Fa-f]{2})|\{([\dA-Fa-f]+)\})/) ?? [];
    if (hex !== undefined && Number.parseInt(braced, 16) <= last) return Number.parseInt(braced, 16);
    const control = this.match(/[afnrtv]/)?.[0];
    if (control !== undefined) return { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 }[control]!;
    const mark = hex === undefined ? this.match(/[\0-/:-@[-`{-\x7F]/)?.[0] : undefined;
    if (mark !== undefined) return mark.codePointAt(0)!;
    throw new Invalid(`RE2 does not support "\\${this.regex[this.at] ?? ''}"`);
  }
}

function join(parts: readonly Part[], separator: string): Part {
  const count = Math.max(1, ...parts.map((part) => part.count));
  const isEmpty = separator === '|' ? parts.some(mayBeEmpty) : parts.every(mayBeEmpty);
  return { text: parts.map(({ text }) => text).join(separator), count, isEmpty };
}

const mayBeEmpty = ({ kind, isEmpty }: Part): boolean => kind !== undefined || isEmpty === true;

/** A character that stands for itself. */
function escaped(char: string): string {
  return /[\w-]/.test(char) || char > '\x7F' ? char : code(char.codePointAt(0)!);
}

function isProperty(name: string): boolean {
  if (name === 'Any') return true;
  try {
    new RegExp(name.length <= 2 ? `\\p{gc=${name}}` : `\\p{sc=${name}}`, 'u');
    return true;
  } catch {
    return false;
  }
}
