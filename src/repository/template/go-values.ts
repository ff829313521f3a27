import { type Mapping, notEvaluated, OpenMapping, type TemplateValue } from './unknown.js';

/** What `if` takes for true: https://pkg.go.dev/text/template#IsTrue */
export function isTrue(value: TemplateValue): boolean {
  if (value instanceof OpenMapping) return value.isFilled;
  if (value instanceof Map) return value.size > 0;
  if (Array.isArray(value)) return value.length > 0;
  return value !== null && value !== false && value !== '' && value !== 0 && value !== 0n;
}

/** A float as `%v` of Go prints it: from a million on with an exponent. */
function floatText(value: number): string {
  if (value === 0) return '0';
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const size = Number(exponent);
  if (size >= -4 && size < 6) return String(value);
  return `${digits}e${size < 0 ? '-' : '+'}${String(Math.abs(size)).padStart(2, '0')}`;
}

/** A value as a template writes it: https://pkg.go.dev/fmt, verb `%v` */
export function printed(value: TemplateValue): string {
  if (value === null) return '<nil>';
  if (typeof value === 'number') return floatText(value);
  if (typeof value === 'function') return notEvaluated('a function is printed');
  if (value instanceof Map)
    return `map[${[...value]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => `${key}:${printed(inner)}`)
      .join(' ')}]`;
  if (Array.isArray(value)) return `[${value.map((inner: TemplateValue) => printed(inner)).join(' ')}]`;
  return typeof value === 'string' ? value : (value as boolean | bigint).toString();
}

/** The kind of a value, as reflection of Go names it. */
export function kindOf(value: TemplateValue): string {
  if (value === null) return 'invalid';
  // Sprig makes int64 of what templates write as int.
  if (typeof value === 'bigint') return notEvaluated('the kind of an integer is asked for');
  if (value instanceof Map) return 'map';
  if (Array.isArray(value)) return 'slice';
  const kinds: Readonly<Record<string, string>> = {
    boolean: 'bool',
    number: 'float64',
    function: 'func',
  };
  return kinds[typeof value] ?? 'string';
}

/** Values of YAML or JSON: their numbers are floats. */
export function fromPlain(value: unknown): TemplateValue {
  if (Array.isArray(value)) return value.map(fromPlain);
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'object' && value !== null)
    return new Map(
      Object.entries(value).map(([key, inner]): [string, TemplateValue] => [key, fromPlain(inner)]),
    );
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** The plain value of a map, list or scalar, with the keys of maps in their order. */
export function toPlain(value: TemplateValue): unknown {
  if (value instanceof Map)
    return Object.fromEntries(
      [...value].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, toPlain(inner)]),
    );
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value === 'function') return notEvaluated('a function is written');
  return typeof value === 'bigint' ? Number(value) : value;
}

/** A copy that shares no map with its original. */
export function copyOf(value: TemplateValue): TemplateValue {
  if (value instanceof Map)
    return new Map([...value].map(([key, inner]): [string, TemplateValue] => [key, copyOf(inner)]));
  return Array.isArray(value) ? value.map((inner: TemplateValue) => copyOf(inner)) : value;
}

/** Whether two values are the same, maps and lists by content. */
export function isSame(one: TemplateValue, other: TemplateValue): boolean {
  return sameAs([one])(other);
}

/** The values of a map over those of another; null removes what the other one has, or stands for it. */
export function overlaid(over: Mapping, under: Mapping, keepsNull = false): Mapping {
  const made: Mapping = new Map(under);
  for (const [key, value] of over) {
    const below = under.get(key);
    if (value === null && !keepsNull) made.delete(key);
    else if (value instanceof Map && below instanceof Map) made.set(key, overlaid(value, below, keepsNull));
    else made.set(key, value);
  }
  return made;
}

/** What a function may go through, and how deep: a few maps that hold each other twice stand for more values than there is memory. */
const [mostSize, mostDepth] = [200_000, 100];

/** How many values a value has within it, and characters in its strings and keys. */
export function sizeOf(value: TemplateValue): number {
  let size = 0;
  const add = (one: TemplateValue, depth: number): void => {
    size += typeof one === 'string' ? one.length : 1;
    if (size > mostSize || depth > mostDepth) notEvaluated('a value is too large');
    if (Array.isArray(one)) for (const inner of one as readonly TemplateValue[]) add(inner, depth + 1);
    if (!(one instanceof Map)) return;
    for (const [key, inner] of one) {
      size += key.length;
      add(inner, depth + 1);
    }
  };
  add(value, 0);
  return size;
}

/** What two values have in common if they are the same: maps and lists by content. */
function keyOf(value: TemplateValue): string {
  return `${typeof value} ${JSON.stringify(toPlain(value))}`;
}

/** Says of values whether they are the same as one of some. */
export function sameAs(values: readonly TemplateValue[]): (value: TemplateValue) => boolean {
  const known = new Set(values.map(keyOf));
  return (value) => known.has(keyOf(value));
}

/** Values, each once. */
export function unique(values: readonly TemplateValue[]): readonly TemplateValue[] {
  return [...new Map(values.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
}
