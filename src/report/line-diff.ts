/** A line of two texts: in both, in the old one only, or in the new one only. */
export interface DiffLine {
  readonly mark: ' ' | '-' | '+';
  readonly line: string;
}

/** Beyond this number of pairs of lines the texts are not compared line by line. */
const maxPairs = 4_000_000;

/** The shortest edit script from one text to another, with removed lines before added ones. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  const same = (line: string): DiffLine => ({ mark: ' ', line });
  return [
    ...before.slice(0, start).map(same),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

function middle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const removed = (line: string): DiffLine => ({ mark: '-', line });
  const added = (line: string): DiffLine => ({ mark: '+', line });
  if (before.length * after.length > maxPairs) return [...before.map(removed), ...after.map(added)];

  // The length of the longest common subsequence of all suffixes of both texts.
  const width = after.length + 1;
  const common = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      common[i * width + j] =
        before[i] === after[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0);

  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, now] = [before[i], after[j]];
    if (old !== undefined && old === now) {
      lines.push({ mark: ' ', line: old });
      i++;
      j++;
    } else if (old !== undefined && (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0)) {
      lines.push(removed(old));
      i++;
    } else if (now !== undefined) {
      lines.push(added(now));
      j++;
    } else if (old !== undefined) {
      lines.push(removed(old));
      i++;
    }
  }
  return lines;
}

/** The changes with context lines, as `diff -u` writes them; empty without a change. */
export function hunks(lines: readonly DiffLine[], around = 3): readonly string[] {
  const changed = lines.flatMap(({ mark }, index) => (mark === ' ' ? [] : [index]));
  const ranges: { start: number; end: number }[] = [];
  for (const index of changed) {
    const last = ranges.at(-1);
    const [start, end] = [Math.max(0, index - around), Math.min(lines.length, index + around + 1)];
    if (last && start <= last.end) last.end = end;
    else ranges.push({ start, end });
  }
  return ranges.flatMap(({ start, end }) => [
    `@@ ${hunkRange('-', lines, start, end)} ${hunkRange('+', lines, start, end)} @@`,
    ...lines.slice(start, end).map(({ mark, line }) => `${mark}${line}`),
  ]);
}

function hunkRange(side: '-' | '+', lines: readonly DiffLine[], start: number, end: number): string {
  const count = (part: readonly DiffLine[]): number =>
    part.filter(({ mark }) => mark === ' ' || mark === side).length;
  const [first, size] = [count(lines.slice(0, start)) + 1, count(lines.slice(start, end))];
  return `${side}${size === 0 ? first - 1 : first},${size}`;
}
