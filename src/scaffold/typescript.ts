/** So wide is a line at most. */
const width = 100;

/** A value as TypeScript has it, as a formatter would leave it. */
export function literal(value: unknown, indent = 0, used = 0): string {
  const flat = oneLine(value);
  if (indent + used + flat.length <= width) return flat;
  if (value instanceof Call)
    return `${value.name}(${literal(value.argument, indent, used + value.name.length + 2)})`;
  const pad = ' '.repeat(indent + 2);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => `${pad}${literal(item, indent + 2)},`);
    return `[\n${items.join('\n')}\n${' '.repeat(indent)}]`;
  }
  if (!isMap(value)) return flat;
  const entries = Object.entries(value).map(
    ([key, item]) => `${pad}${keyText(key)}: ${literal(item, indent + 2, keyText(key).length + 3)},`,
  );
  return `{\n${entries.join('\n')}\n${' '.repeat(indent)}}`;
}

/** A call of a function among values. */
export class Call {
  /** @param argument - left out if it is empty */
  constructor(
    readonly name: string,
    readonly argument: object,
  ) {}
}

function oneLine(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (value instanceof Call)
    return `${value.name}(${Object.keys(value.argument).length === 0 ? '' : oneLine(value.argument)})`;
  if (!isMap(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${keyText(key)}: ${oneLine(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return text.includes("'") && !text.includes('"') ? `"${inner}"` : `'${inner.replaceAll("'", "\\'")}'`;
}

function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
