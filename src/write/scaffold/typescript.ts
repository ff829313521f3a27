import { isMap } from '../../kubernetes/objects/json.js';

/** The maximum width of a line. */
const width = 100;

/** A value as TypeScript code, formatted. */
export function literal(value: unknown, indent = 0, used = 0): string {
  const flat = oneLine(value);
  if (flat !== undefined && indent + used + flat.length <= width) return flat;
  if (value instanceof Remarked) return literal(value.value, indent, used);
  if (value instanceof Code) return value.text;
  if (value instanceof Call)
    return `${value.name}(${literal(value.argument, indent, used + value.name.length + 2)})`;
  const pad = ' '.repeat(indent + 2);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => `${pad}${literal(item, indent + 2)},`);
    return `[\n${items.join('\n')}\n${' '.repeat(indent)}]`;
  }
  if (!isMap(value)) return flat ?? '';
  const entries = Object.entries(value).map(([key, item]: [string, unknown]) => {
    const remark = item instanceof Remarked ? item.text.split('\n').map((line) => `${pad}// ${line}\n`) : [];
    const name = `${keyText(key)}: `;
    return `${remark.join('')}${pad}${name}${literal(item, indent + 2, name.length + 1)},`;
  });
  return `{\n${entries.join('\n')}\n${' '.repeat(indent)}}`;
}

/** A function call in place of a value. */
export class Call {
  /** @param argument - left out if empty */
  constructor(
    readonly name: string,
    readonly argument: object,
  ) {}
}

/** An expression in place of a value. */
export class Code {
  constructor(readonly text: string) {}
}

/** A value of an object with a comment above it. */
export class Remarked {
  constructor(
    readonly value: unknown,
    readonly text: string,
  ) {}
}

/** The value on one line; undefined if it contains a comment. */
function oneLine(value: unknown): string | undefined {
  if (typeof value === 'string') return quotedLiteral(value);
  if (value instanceof Remarked) return undefined;
  if (value instanceof Code) return value.text;
  if (Array.isArray(value)) return bracketed('[', value.map(oneLine), ']');
  if (value instanceof Call) {
    if (Object.keys(value.argument).length === 0) return `${value.name}()`;
    const inner = oneLine(value.argument);
    return inner === undefined ? undefined : `${value.name}(${inner})`;
  }
  if (!isMap(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => prefixed(`${keyText(key)}: `, oneLine(item)));
  return entries.length === 0 ? '{}' : bracketed('{ ', entries, ' }');
}

function prefixed(before: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : `${before}${text}`;
}

function bracketed(open: string, items: readonly (string | undefined)[], close: string): string | undefined {
  return items.includes(undefined) ? undefined : `${open}${items.join(', ')}${close}`;
}

function quotedLiteral(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return text.includes("'") && !text.includes('"') ? `"${inner}"` : `'${inner.replaceAll("'", "\\'")}'`;
}

function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quotedLiteral(key);
}
