import type { Fix, TextEdit } from '../model/fix.js';
import type { Source } from '../model/source.js';
import type { Positions } from './positions.js';

/** The lines that a fix changes, without their common indentation. */
export interface LineChange {
  readonly source: Source;
  /** The number of the first line, from 1. */
  readonly line: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Fixes with more or longer lines are not shown. */
const mostOfFix = { lines: 8, columns: 160 };

/** The lines that the edits of a fix change; empty if there are too many, or if they contain secrets. */
export function lineChanges({ edits = [] }: Pick<Fix, 'edits'>, positions: Positions): readonly LineChange[] {
  const changes: LineChange[] = [];
  for (const edit of edits) {
    const change = changeOf(edit, positions);
    if (!change) return [];
    changes.push(withoutSame(change));
  }
  const places = new Set(changes.map(({ source, line }) => `${source.path}:${line}`));
  const lines = changes.flatMap(({ before, after }) => [...before, ...after]);
  const isShort = lines.length <= mostOfFix.lines && lines.every(({ length }) => length <= mostOfFix.columns);
  // Two edits of one line are one change.
  return isShort && places.size === changes.length ? changes.map(withoutIndent) : [];
}

function changeOf({ source, start, end, text }: TextEdit, positions: Positions): LineChange | undefined {
  const at = positions.of(source, start, end);
  const numbers = Array.from({ length: at.endLine - at.line + 1 }, (_, index) => at.line + index);
  if (numbers.length > mostOfFix.lines || numbers.some((number) => positions.masked(source, number)))
    return undefined;
  const first = positions.line(source, at.line) ?? '';
  const last = positions.line(source, at.endLine) ?? '';
  const isOfWholeLines = at.column === 1 && at.endColumn === 1 && /\n$/.test(text);
  if (isOfWholeLines) {
    const before = numbers.slice(0, -1).map((number) => positions.line(source, number) ?? '');
    return { source, line: at.line, before, after: linesIn(text.replace(/\r?\n$/, '')) };
  }
  if (start === end && /^\r?\n/.test(text))
    return { source, line: at.line + 1, before: [], after: linesIn(text.replace(/^\r?\n/, '')) };
  const whole = first.slice(0, at.column - 1) + text + last.slice(at.endColumn - 1);
  const before = numbers.map((number) => positions.line(source, number) ?? '');
  return { source, line: at.line, before, after: linesIn(whole) };
}

/** An edit may end at the beginning of an unchanged line. */
function withoutSame(change: LineChange): LineChange {
  const { line, before, after } = change;
  const most = Math.min(before.length, after.length);
  let [first, last] = [0, 0];
  while (first < most && before[first] === after[first]) first += 1;
  while (last < most - first && before.at(-1 - last) === after.at(-1 - last)) last += 1;
  const cut = (lines: readonly string[]): readonly string[] => lines.slice(first, lines.length - last);
  return { ...change, line: line + first, before: cut(before), after: cut(after) };
}

function linesIn(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

function withoutIndent(change: LineChange): LineChange {
  const lines = [...change.before, ...change.after];
  const indent = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  const cut = (line: string): string => line.slice(indent);
  return { ...change, before: change.before.map(cut), after: change.after.map(cut) };
}
