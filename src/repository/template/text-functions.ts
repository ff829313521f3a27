import { asText, float, integer, list, size, text } from './arguments.js';
import { printed } from './go-values.js';
import { type Callable, notEvaluated, type TemplateValue } from './unknown.js';

/** A string in double quotes, as `%q` of Go writes it. */
function goQuoted(value: string): string {
  return JSON.stringify(value).replaceAll('\\b', '\\x08').replaceAll('\\f', '\\f');
}

function indented(by: TemplateValue | undefined, value: TemplateValue | undefined): string {
  const space = ' '.repeat(Math.max(size(by), 0));
  return `${space}${replaced('\n', `\n${space}`, text(value))}`;
}

/** More than a template writes. */
const longest = 1_000_000;

/** A string of that length, which is not made if it is longer than any manifest. */
function bounded(length: number, make: () => string): string {
  return length > longest ? notEvaluated('a string is too long') : make();
}

function replaced(old: string, made: string, value: string): string {
  const parts = split(old, value);
  return bounded(value.length + (parts.length - 1) * made.length, () => parts.join(made));
}

function cut(value: string, length: number): string {
  // Go counts bytes, which are characters in all names.
  if (/[^\0-\x7F]/.test(value)) return notEvaluated('a string with characters beyond ASCII is cut');
  return length < 0 ? value.slice(length) : value.slice(0, length);
}

/** Splits as Go does: an empty separator would split into letters. */
function split(separator: string, value: string): readonly string[] {
  return separator === '' ? notEvaluated('a string is split into characters') : value.split(separator);
}

function trimmedOf(set: string, value: string, [start, end]: readonly [boolean, boolean]): string {
  let [from, to] = [0, value.length];
  while (start && from < to && set.includes(value[from] ?? '')) from++;
  while (end && to > from && set.includes(value[to - 1] ?? '')) to--;
  return value.slice(from, to);
}

/** One verb of a format with its argument. */
function formatted(verb: string, value: TemplateValue): string {
  const [, precision] = /^%\.(\d)f$/.exec(verb) ?? [];
  if (precision !== undefined)
    return typeof value === 'number' ? value.toFixed(Number(precision)) : notEvaluated(`${verb} of no float`);
  const wrong = (): string =>
    typeof value === 'number' || typeof value === 'string'
      ? `%!${verb.slice(1)}(${typeof value === 'number' ? 'float64' : 'string'}=${printed(value)})`
      : notEvaluated(`${verb} of another kind`);
  switch (verb) {
    case '%v':
      return printed(value);
    case '%s':
      if (typeof value === 'string') return value;
      if (value === null) return '%!s(<nil>)';
      return wrong();
    case '%d':
      if (typeof value === 'bigint') return String(value);
      return wrong();
    case '%q':
      return typeof value === 'string' ? goQuoted(value) : notEvaluated('%q of no string');
    case '%t':
      return typeof value === 'boolean' ? String(value) : notEvaluated('%t of no boolean');
    default:
      return notEvaluated(`a format has ${verb}`);
  }
}

function printf(format: TemplateValue | undefined, ...values: readonly TemplateValue[]): string {
  let index = 0;
  const made = text(format).replaceAll(/%[^A-Za-z%]*[A-Za-z%]?/g, (verb) => {
    if (verb === '%%') return '%';
    const value = values[index++];
    return value === undefined ? notEvaluated('a format has more verbs than values') : formatted(verb, value);
  });
  return index === values.length ? made : notEvaluated('a format has fewer verbs than values');
}

/** Go sets a space between two arguments of which none is a string. */
function goPrint(...values: readonly TemplateValue[]): string {
  return values
    .map((value, index) => {
      const before = values[index - 1];
      const isApart = index > 0 && typeof value !== 'string' && typeof before !== 'string';
      return `${isApart ? ' ' : ''}${printed(value)}`;
    })
    .join('');
}

/** Sprig takes a plain value for a list of one. */
function joined(separator: string, values: TemplateValue | undefined): string {
  const parts = (Array.isArray(values) ? list(values) : [values ?? null])
    .filter((one) => one !== null)
    .map(asText);
  const length = parts.reduce((sum, part) => sum + part.length + separator.length, 0);
  return bounded(length, () => parts.join(separator));
}

function base64(value: string): string {
  return btoa(Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join(''));
}

function fromBase64(value: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(value), (one) => one.charCodeAt(0)));
  } catch {
    return notEvaluated('a string is not base64');
  }
}

const wordsJoined = (separator: string, value: string): string =>
  value
    .replaceAll(/([a-z0-9])([A-Z])/g, `$1${separator}$2`)
    .replaceAll(/[\s_-]+/g, separator)
    .toLowerCase();

/** https://www.rfc-editor.org/rfc/rfc1950#section-9 */
function adler32(value: string): string {
  let [low, high] = [1, 0];
  for (const byte of new TextEncoder().encode(value)) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return String(high * 65_536 + low);
}

/** The functions of strings of Go, Sprig and Helm: https://masterminds.github.io/sprig/strings.html */
export const textFunctions: Readonly<Record<string, Callable>> = {
  printf,
  print: goPrint,
  println: (...values) => `${values.map(printed).join(' ')}\n`,
  quote: (...values) => values.flatMap((one) => (one === null ? [] : [goQuoted(printed(one))])).join(' '),
  squote: (...values) => values.flatMap((one) => (one === null ? [] : [`'${printed(one)}'`])).join(' '),
  indent: (by, value) => indented(by, value),
  nindent: (by, value) => `\n${indented(by, value)}`,
  trunc: (length, value) => cut(text(value), size(length)),
  trim: (value) => text(value).trim(),
  trimAll: (set, value) => trimmedOf(text(set), text(value), [true, true]),
  trimSuffix: (end, value) =>
    text(end) !== '' && text(value).endsWith(text(end))
      ? text(value).slice(0, -text(end).length)
      : text(value),
  trimPrefix: (start, value) =>
    text(value).startsWith(text(start)) ? text(value).slice(text(start).length) : text(value),
  replace: (old, made, value) => replaced(text(old), text(made), text(value)),
  contains: (part, value) => text(value).includes(text(part)),
  hasPrefix: (start, value) => text(value).startsWith(text(start)),
  hasSuffix: (end, value) => text(value).endsWith(text(end)),
  upper: (value) => text(value).toUpperCase(),
  lower: (value) => text(value).toLowerCase(),
  title: (value) => text(value).replaceAll(/(?<![A-Za-z0-9_'])[a-z]/g, (one) => one.toUpperCase()),
  untitle: (value) => text(value).replaceAll(/(?<![A-Za-z0-9_'])[A-Z]/g, (one) => one.toLowerCase()),
  nospace: (value) => text(value).replaceAll(/\s/g, ''),
  repeat: (count, value) =>
    bounded(size(count) * text(value).length, () => text(value).repeat(Math.max(size(count), 0))),
  substr: (start, end, value) => {
    const [from, to] = [size(start), size(end)];
    return from < 0 || to < 0
      ? notEvaluated('a part of a string is counted from its end')
      : cut(text(value), to).slice(from);
  },
  cat: (...values) => values.flatMap((one) => (one === null ? [] : [printed(one)])).join(' '),
  join: (separator, values) => joined(text(separator), values),
  splitList: (separator, value) => split(text(separator), text(value)),
  split: (separator, value) =>
    new Map(
      split(text(separator), text(value)).map((one, index): [string, TemplateValue] => [`_${index}`, one]),
    ),
  // A plain object has a member of this name.
  toString: (value?: TemplateValue) => asText(value),
  toStrings: (values) => list(values).map(asText),
  b64enc: (value) => base64(text(value)),
  b64dec: (value) => fromBase64(text(value)),
  adler32sum: (value) => adler32(text(value)),
  kebabcase: (value) => wordsJoined('-', text(value)),
  snakecase: (value) => wordsJoined('_', text(value)),
  int: (value) => integer(value),
  int64: (value) => integer(value),
  atoi: (value) => integer(text(value)),
  float64: (value) => float(value),
};
