import { diffLines } from '../../report/line-diff.js';

/** Lines of a base, and the lines that replace them. */
interface Hunk {
  /** The first replaced line of the base, and the first one after the replaced lines. */
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/**
 * Merges the changes of two texts to a base, as `git revert` does without merge drivers and filters; undefined if both change the same or
 * adjacent lines.
 */
export function mergedLines(base: string, one: string, other: string): string | undefined {
  if (one === base) return other;
  if (other === base || one === other) return one;
  const lines = linesWithEnds(base);
  const [left, right] = [hunksOf(lines, linesWithEnds(one)), hunksOf(lines, linesWithEnds(other))];
  const isApart = left.every((a) => right.every((b) => a.end < b.start || b.end < a.start));
  if (!isApart) return undefined;
  const result: string[] = [];
  let from = 0;
  for (const { start, end, lines: inside } of [...left, ...right].sort((a, b) => a.start - b.start)) {
    result.push(...lines.slice(from, start), ...inside);
    from = end;
  }
  return [...result, ...lines.slice(from)].join('');
}

/** Lines with their line breaks. */
function linesWithEnds(text: string): readonly string[] {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  return [...lines.map((line) => `${line}\n`), ...(last === '' ? [] : [last])];
}

function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const hunks: { start: number; end: number; lines: string[] }[] = [];
  let at = 0;
  for (const { mark, line } of diffLines(before, after)) {
    if (mark === ' ') {
      at++;
      continue;
    }
    let last = hunks.at(-1);
    if (last?.end !== at) hunks.push((last = { start: at, end: at, lines: [] }));
    if (mark === '-') last.end = ++at;
    else last.lines.push(line);
  }
  return hunks;
}
