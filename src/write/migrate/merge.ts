import { diffLines } from '../../report/line-diff.js';

/** Lines of one text in place of others of a base. */
interface Hunk {
  /** The first line of the base that is replaced, and the first one behind it. */
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/**
 * A text that has the changes of both texts to a base; undefined where they touch the same lines, or lines beside each other.
 * As `git revert` would merge them, without its drivers and filters.
 */
export function mergedLines(base: string, one: string, other: string): string | undefined {
  if (one === base) return other;
  if (other === base || one === other) return one;
  const lines = split(base);
  const [left, right] = [hunksOf(lines, split(one)), hunksOf(lines, split(other))];
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

/** Lines with their ends. */
function split(text: string): readonly string[] {
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
