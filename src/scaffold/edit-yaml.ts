import type { Node } from '../model/node.js';
import { splitDocuments } from '../parse/documents.js';
import { parseTree } from '../parse/tree.js';
import { parseValues } from '../parse/values.js';

/**
 * A YAML text with one more element in the list under a key of its first document, which gets the key if it has none;
 * all else stays as it is. `item` is the element as lines, without the dash. Undefined where the text is written in a
 * form that this cannot add to.
 */
export function withItem(text: string, key: string, item: readonly string[]): string | undefined {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const [range, another] = splitDocuments(text);
  if (another) return undefined;
  const root = range && parseTree(text, range.start, range.end).root;
  const ends = text === '' || text.endsWith('\n') ? text : `${text}${newline}`;
  const lines = (indent: number): string =>
    item.map((line, index) => `${' '.repeat(indent)}${index === 0 ? '- ' : '  '}${line}${newline}`).join('');
  let result: string;
  const list = root?.kind === 'map' ? root.entries.find((entry) => entry.key === key)?.value : undefined;
  if (!list) {
    if (root && (root.kind !== 'map' || text[root.start] === '{')) return undefined;
    result = `${ends}${key}:${newline}${lines(2)}`;
  } else {
    const first = list.kind === 'list' ? list.items[0] : undefined;
    if (!first || text[list.start] === '[') return undefined;
    const dash = text.lastIndexOf('-', first.start);
    const indent = dash - (text.lastIndexOf('\n', dash) + 1);
    const line = ends.indexOf('\n', Math.max(0, lastOffset(list) - 1)) + 1;
    const end = line === 0 ? ends.length : line;
    result = ends.slice(0, end) + lines(indent) + ends.slice(end);
  }
  return isRight(text, result, key) ? result : undefined;
}

/** Where the last value in a node ends. */
function lastOffset(node: Node): number {
  const inner =
    node.kind === 'list' ? node.items : node.kind === 'map' ? node.entries.map(({ value }) => value) : [];
  return inner.length === 0 ? node.end : Math.max(...inner.map(lastOffset));
}

/** Whether a text says what the other one said, and one element more. */
function isRight(before: string, after: string, key: string): boolean {
  const [old = {}] = parseValues(before) as (Readonly<Record<string, unknown>> | undefined)[];
  const [now] = parseValues(after) as (Readonly<Record<string, unknown>> | undefined)[];
  if (!now || !Array.isArray(now[key])) return false;
  const expected = { ...old, [key]: [...((old[key] as unknown[] | undefined) ?? []), now[key].at(-1)] };
  return JSON.stringify(expected) === JSON.stringify(now);
}
