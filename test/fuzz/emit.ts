import type { Random } from './random.js';

/** A scalar as it stands in a text, whatever it may mean. */
export class Raw {
  constructor(readonly text: string) {}
}

export type Value = null | boolean | number | string | Raw | Value[] | Dict;
export interface Dict {
  [key: string]: Value;
}

export const isMap = (value: Value | undefined): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Raw);

const plain = /^[A-Za-z_/][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*$/;
const odd = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

function scalar(value: null | boolean | number | string | Raw): string {
  if (value instanceof Raw) return value.text;
  if (typeof value === 'string' && plain.test(value) && !odd.test(value)) return value;
  return JSON.stringify(value);
}

function key(text: string): string {
  return plain.test(text) && !odd.test(text) ? text : JSON.stringify(text);
}

export function flow(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (isMap(value))
    return `{${Object.entries(value)
      .map(([name, one]) => `${key(name)}: ${flow(one)}`)
      .join(', ')}}`;
  return scalar(value);
}

function block(value: Value, indent: string, lines: string[], first: string, random: Random): void {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  if (Array.isArray(value) && !isEmpty && !random.chance(0.01)) {
    let start = first;
    for (const item of value) {
      block(item, `${indent}  `, lines, `${start}- `, random);
      start = indent;
    }
  } else if (isMap(value) && !isEmpty && !random.chance(0.01)) {
    let start = first;
    for (const [name, item] of Object.entries(value)) {
      const isNested = (Array.isArray(item) || isMap(item)) && Object.keys(item).length > 0;
      if (isNested) {
        lines.push(`${start}${key(name)}:`);
        block(item, `${indent}  `, lines, `${indent}  `, random);
      } else lines.push(`${start}${key(name)}: ${flow(item)}`);
      start = indent;
    }
  } else lines.push(`${first}${flow(value)}`);
}

/** Documents as people write them, and now and then as programs do. */
export function emit(documents: readonly Value[], random: Random): string {
  return documents
    .map((document) => {
      if (random.chance(0.03)) return `${flow(document)}\n`;
      const lines: string[] = [];
      block(document, '', lines, '', random);
      return `${lines.join('\n')}\n`;
    })
    .join('---\n');
}
