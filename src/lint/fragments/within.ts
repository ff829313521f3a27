import type { Path } from '../../model/field.js';

/** A string embedded in another one, with a mapping of offsets. */
export interface Within {
  readonly text: string;
  /** Maps a range of the whole text to the embedded part; undefined outside of it. */
  at(this: void, start: number, end: number): { readonly start: number; readonly end: number } | undefined;
}

/** Writes an object with a string embedded at a path. Leaves out keys of the object that the text sets itself. */
export function within(part: string, object: unknown, path: Path, keys: readonly string[]): Within {
  const before: string[] = [];
  const indent = '  '.repeat(path.length);
  let value = object;
  path.forEach((key, depth) => {
    const spaces = '  '.repeat(depth);
    for (const [other, its] of Object.entries(value as Readonly<Record<string, unknown>>))
      if (other !== key && its !== undefined) before.push(`${spaces}${other}: ${JSON.stringify(its)}`);
    before.push(`${spaces}${key}:`);
    value = (value as Readonly<Record<string, unknown>>)[key] ?? {};
  });
  const beside = Array.isArray(value)
    ? []
    : Object.entries(value as Readonly<Record<string, unknown>>).flatMap(([other, its]) =>
        keys.includes(other) || its === undefined ? [] : [`${other}: ${JSON.stringify(its)}`],
      );
  // A flow map takes the other keys of the map inside its braces.
  const isOpened = /^\s*\{/.test(part) && beside.length > 0;
  if (isOpened) before.push(`${indent}{${beside.join(', ')},`);
  else before.push(...beside.map((line) => indent + line));
  const head = before.length === 0 ? '' : `${before.join('\n')}\n`;
  const lines = (isOpened ? part.replace('{', ' ') : part).split('\n');
  const bare = bareIndent(lines);
  const pad = (line: string): string => (line.trim() === '' ? line : indent + line.slice(bare));
  const padded = lines.map(pad);
  const starts = offsets(padded, head.length);
  const given = offsets(lines, 0);
  const back = (offset: number): number | undefined => {
    let line = starts.length - 1;
    while (line >= 0 && starts[line]! > offset) line -= 1;
    if (line < 0) return undefined;
    const shift = lines[line]!.trim() === '' ? 0 : indent.length - bare;
    const column = Math.max(0, offset - starts[line]! - shift);
    return given[line]! + Math.min(column, lines[line]!.length);
  };
  return {
    text: `${head}${padded.join('\n')}`,
    at: (start, end) => {
      const from = start < head.length ? undefined : back(start);
      const to = back(end);
      return from === undefined || to === undefined ? undefined : { start: from, end: Math.max(from, to) };
    },
  };
}

/** The common indentation of all lines. */
function bareIndent(lines: readonly string[]): number {
  const written = lines.filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
  return Math.min(...written.map((line) => line.length - line.trimStart().length), Infinity) || 0;
}

function offsets(lines: readonly string[], from: number): readonly number[] {
  let at = from;
  return lines.map((line) => {
    const start = at;
    at += line.length + 1;
    return start;
  });
}
