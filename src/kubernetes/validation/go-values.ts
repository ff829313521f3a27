import { goJson } from '../objects/go-json.js';

/**
 * How Go marshals a value as JSON: the fields of a struct, their order, and escapes.
 * https://pkg.go.dev/encoding/json#Marshal
 */
export type GoShape =
  /** A number, boolean or string with `omitempty`. */
  | 'value'
  /** A value that is written whenever it is present, even if it is zero: a pointer in Go. */
  | 'pointer'
  /** Any value, with sorted keys. */
  | 'any'
  | { readonly list: GoShape }
  | { readonly map: GoShape }
  | { readonly struct: Struct };

/** The fields of a struct in order. A field with a zero is always written. */
export type Struct = readonly (readonly [key: string, shape: GoShape, zero?: string])[];

/** A value as Go writes it; undefined if it is omitted. */
export function goValue(value: unknown, shape: GoShape = 'any'): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (shape === 'value') return isZero(value) ? undefined : goJson(value);
  if (shape === 'pointer' || shape === 'any') return anyJson(value);
  if ('list' in shape) {
    const items = value as readonly unknown[];
    return items.length === 0
      ? undefined
      : `[${items.map((item) => goValue(item, keptShape(shape.list)) ?? 'null').join(',')}]`;
  }
  if ('map' in shape) {
    const map = value as Readonly<Record<string, unknown>>;
    const entries = sortedKeys(map).map(
      (key) => `${goJson(key)}:${goValue(map[key], keptShape(shape.map)) ?? 'null'}`,
    );
    return entries.length === 0 ? undefined : `{${entries.join(',')}}`;
  }
  let fields = '';
  for (const [key, inner, zero] of shape.struct) {
    const written = goValue((value as Readonly<Record<string, unknown>>)[key], inner) ?? zero;
    if (written !== undefined) fields += `${fields === '' ? '' : ','}${goJson(key)}:${written}`;
  }
  return `{${fields}}`;
}

/** Items of lists and maps are written even if they are zero. */
function keptShape(shape: GoShape): GoShape {
  return shape === 'value' ? 'pointer' : shape;
}

function isZero(value: unknown): boolean {
  return value === '' || value === 0 || value === false;
}

function anyJson(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `[${value.map(anyJson).join(',')}]`;
  if (typeof value !== 'object') return goJson(value);
  const map = value as Readonly<Record<string, unknown>>;
  return `{${sortedKeys(map)
    .map((key) => `${goJson(key)}:${anyJson(map[key])}`)
    .join(',')}}`;
}

/** The keys of a map in Go's order. */
export function sortedKeys(map: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(map).sort();
}

const goEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

/** A string as `%q` prints it. https://pkg.go.dev/strconv#Quote */
export function goQuote(text: string): string {
  return `"${[...text].map(quoteCharacter).join('')}"`;
}

function quoteCharacter(character: string): string {
  const known = goEscapes[character];
  if (known !== undefined) return known;
  if (/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code < 0x10000
    ? `\\u${code.toString(16).padStart(4, '0')}`
    : `\\U${code.toString(16).padStart(8, '0')}`;
}
