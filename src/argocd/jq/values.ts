import { isMap } from '../../kubernetes/objects/json.js';

/**
 * What jq calls an error while it runs: an expression that meets one has no effect. Most are caught by `?`, so that
 * their text is only made when it is read.
 */
export class JqRunError extends Error {
  constructor(
    private readonly text: () => string,
    private readonly caught: () => unknown = text,
  ) {
    super();
  }

  /** An error that gojq tells in words of its own: what `catch` gets is unknown. */
  static inOtherWords(text: () => string): JqRunError {
    return new JqRunError(text, () => {
      throw new BeyondSubset('it looks at the words of an error');
    });
  }

  get reason(): string {
    return this.text();
  }

  /** What `catch` gets. */
  get value(): unknown {
    return this.caught();
  }
}

/** Thrown where an expression needs more of jq than is evaluated here. */
export class BeyondSubset extends Error {
  constructor(readonly reason: string) {
    super();
  }
}

export type JqType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

export function typeOf(value: unknown): JqType {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as JqType;
}

/** Only null and false are false. */
export function isTrue(value: unknown): boolean {
  return value !== null && value !== undefined && value !== false;
}

const order = ['null', 'false', 'true', 'number', 'string', 'array', 'object'];

/** https://github.com/itchyny/gojq/blob/v0.12.19/compare.go */
export function compareJq(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') {
    if (left === right) return 0;
    return left < right || Number.isNaN(left) ? -1 : 1;
  }
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  if (Array.isArray(left) && Array.isArray(right)) {
    for (const [index, item] of left.entries()) {
      if (index >= right.length) return 1;
      const difference = compareJq(item, right[index]);
      if (difference !== 0) return difference;
    }
    return Math.sign(left.length - right.length);
  }
  if (isMap(left) && isMap(right)) {
    const keys = sortedKeys(left);
    const difference = compareJq(keys, sortedKeys(right));
    return (
      difference ||
      compareJq(
        keys.map((key) => left[key]),
        keys.map((key) => right[key]),
      )
    );
  }
  return Math.sign(rank(left) - rank(right));
}

function rank(value: unknown): number {
  return order.indexOf(typeof value === 'boolean' ? String(value) : typeOf(value));
}

/** By code points, as Go compares bytes of UTF-8. */
function compareText(left: string, right: string): number {
  if (left === right) return 0;
  let index = 0;
  while (index < left.length && left[index] === right[index]) index += 1;
  const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
  if (isLow(left.charCodeAt(index)) || isLow(right.charCodeAt(index))) index = Math.max(0, index - 1);
  return (left.codePointAt(index) ?? -1) < (right.codePointAt(index) ?? -1) ? -1 : 1;
}

const cuts = new WeakSet<object>();

/**
 * A list that was made out of another one, and is another one than any list that is empty from the start: Go keeps the
 * place of what it was made of.
 */
export function cut(list: readonly unknown[], of: readonly unknown[]): readonly unknown[] {
  if (list.length === 0 && of.length > 0) cuts.add(list);
  return list;
}

/** Whether a value is an empty list that is the same one as all others. */
export function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0 && !cuts.has(value);
}

/** gojq visits the keys of an object in this order. */
export function sortedKeys(value: object): readonly string[] {
  return Object.keys(value).sort(compareText);
}

/** The value with its objects in the order in which gojq visits them. */
export function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (!isMap(value)) return value;
  return Object.fromEntries(sortedKeys(value).map((key) => [key, withSortedKeys(value[key])]));
}

/** A value in an error message. https://github.com/itchyny/gojq/blob/v0.12.19/preview.go */
export function describe(value: unknown): string {
  const type = typeOf(value);
  return type === 'null' ? 'null' : `${type} (${preview(value)})`;
}

/** The start of a value as JSON. */
export function preview(value: unknown): string {
  const text = JSON.stringify(withSortedKeys(value ?? null));
  if (text.length <= 30) return text;
  const end = { string: ' ..."', array: ' ...]', object: ' ...}', number: ' ...', boolean: '', null: '' };
  const trailing = end[typeOf(value)];
  return text.slice(0, 30 - trailing.length) + trailing;
}
