import { type Mapping, notEvaluated, type TemplateValue } from './unknown.js';
import { printed } from './go-values.js';

/** Arguments of functions as Go converts them. What Go rejects throws NotEvaluated. */

export function text(value: TemplateValue | undefined): string {
  return typeof value === 'string' ? value : notEvaluated('a function gets something else than a string');
}

export function list(value: TemplateValue | undefined): readonly TemplateValue[] {
  return Array.isArray(value) ? (value as readonly TemplateValue[]) : notEvaluated('a function gets no list');
}

export function mapping(value: TemplateValue | undefined): Mapping {
  return value instanceof Map ? value : notEvaluated('a function gets no map');
}

/** An integer, from any value that Sprig converts: https://github.com/spf13/cast */
export function integer(value: TemplateValue | undefined): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return BigInt(Math.trunc(value));
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'string' && /^[+-]?(?:0|[1-9]\d{0,17})$/.test(value)) return BigInt(value);
  // What is not a number counts as 0.
  return value === null || (typeof value === 'string' && !/^\s*[+-]?[\d.]/.test(value))
    ? 0n
    : notEvaluated('a function gets no plain number');
}

export function float(value: TemplateValue | undefined): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^[+-]?\d+\.\d+$/.test(value)) return Number(value);
  return Number(integer(value));
}

/** A string of any value, as Sprig makes it. */
export function asText(value: TemplateValue | undefined): string {
  return value === undefined ? notEvaluated('a function lacks an argument') : printed(value);
}

/** A size that a template may ask for. */
export function size(value: TemplateValue | undefined): number {
  const number = integer(value);
  return number <= 10_000n && number >= -10_000n
    ? Number(number)
    : notEvaluated('a function gets a large number');
}
