import { fitsPlain } from './plain-scalar.js';
import { notEvaluated, type TemplateValue } from './unknown.js';

/**
 * A value as YAML with sorted keys, as `toYaml` of Helm writes it: without the last line break, lists as deep as their key.
 * Scalars are the same values; their quotes may differ.
 */
export function yamlText(value: TemplateValue): string {
  return lines(value, '').join('\n');
}

function lines(value: TemplateValue, indent: string): readonly string[] {
  if (value instanceof Map) {
    if (value.size === 0) return [`${indent}{}`];
    return [...value]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([key, inner]) => {
        const name = `${indent}${scalar(key, indent)}:`;
        if (isNested(inner)) return [name, ...lines(inner, Array.isArray(inner) ? indent : `${indent}  `)];
        return [`${name} ${scalar(inner, indent)}`];
      });
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return [`${indent}[]`];
    return value.flatMap((inner: TemplateValue) => {
      if (!isNested(inner)) return [`${indent}- ${scalar(inner, indent)}`];
      const [first = '', ...rest] = lines(inner, `${indent}  `);
      return [`${indent}- ${first.slice(indent.length + 2)}`, ...rest];
    });
  }
  return [`${indent}${scalar(value, '')}`];
}

function isNested(value: TemplateValue): boolean {
  return value instanceof Map ? value.size > 0 : Array.isArray(value) && value.length > 0;
}

function scalar(value: TemplateValue, indent: string): string {
  if (value === null) return 'null';
  if (typeof value === 'function') return notEvaluated('a function is written');
  if (typeof value === 'object') return Array.isArray(value) ? '[]' : '{}';
  if (typeof value !== 'string') return String(value);
  if (fitsPlain(value)) return value;
  // What is quoted without escapes can be a template for `tpl`.
  if (/["\\]/.test(value) && fitsSingleQuotes(value)) return `'${value.replaceAll("'", "''")}'`;
  return value.includes('\n') && fitsBlock(value) ? blockScalar(value, indent) : JSON.stringify(value);
}

/** Whether a string is one line of characters that need no escape, as Go writes it between single quotes. */
function fitsSingleQuotes(value: string): boolean {
  return /^[\x20-\x7E\xA0-\uD7FF]+$/.test(value);
}

/** Whether a block scalar can hold a string: its indentation shows, and no line ends in spaces. */
function fitsBlock(value: string): boolean {
  return !/^\s|[ \t]$|[ \t]\n|[^\n\x20-\x7E\xA0-\uFFFD]/.test(value) && !/^\n*$/.test(value);
}

function blockScalar(value: string, indent: string): string {
  let end = 0;
  while (value.at(-1 - end) === '\n') end++;
  const mark = end === 0 ? '|-' : end === 1 ? '|' : '|+';
  const body = (end === 0 ? value : value.slice(0, -1)).split('\n');
  return [mark, ...body.map((line) => (line === '' ? '' : `${indent}  ${line}`))].join('\n');
}
