import { printable } from './printable.js';

const step = '  ';

/** Text that JSON does not escape and that contains no CI command. */
const plain = /^[ !$-[\]-~]*$/;

/**
 * Writes values as `JSON.stringify` does with an indentation of two, without CI commands in any line. The texts of repeated parts are
 * cached, because most of an object stays the same from frame to frame.
 */
export class JsonText {
  private readonly known = new Map<number, WeakMap<object, string>>();

  /**
   * @param kept the depths of parts that are cached
   * @param lines the depth from which on a part takes one line; half of a deep object would be its indentation
   */
  constructor(
    kept: Iterable<number>,
    private readonly lines = Infinity,
  ) {
    for (const depth of kept) this.known.set(depth, new WeakMap());
  }

  /** The text of a value at this depth; undefined if it is left out. */
  of(value: unknown, depth = 0): string | undefined {
    if (typeof value === 'string') return literal(value);
    if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
    if (typeof value === 'boolean' || value === null) return String(value);
    if (typeof value !== 'object') return undefined;
    const known = this.known.get(depth);
    let text = known?.get(value);
    if (text === undefined) {
      text = this.written(value, depth);
      known?.set(value, text);
    }
    return text;
  }

  private written(value: object, depth: number): string {
    const isLine = depth >= this.lines;
    const indent = isLine ? '' : `\n${step.repeat(depth + 1)}`;
    const colon = isLine ? ':' : ': ';
    const end = isLine ? '' : `\n${step.repeat(depth)}`;
    let text = '';
    if (Array.isArray(value)) {
      for (const item of value as readonly unknown[])
        text += `${text === '' ? '' : ','}${indent}${this.of(item, depth + 1) ?? 'null'}`;
      return text === '' ? '[]' : `[${text}${end}]`;
    }
    for (const key of Object.keys(value)) {
      const part = this.of((value as Readonly<Record<string, unknown>>)[key], depth + 1);
      if (part !== undefined) text += `${text === '' ? '' : ','}${indent}${literal(key)}${colon}${part}`;
    }
    return text === '' ? '{}' : `{${text}${end}}`;
  }
}

function literal(text: string): string {
  return plain.test(text) ? `"${text}"` : printable(JSON.stringify(text));
}
