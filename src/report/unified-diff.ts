import { type DiffLine, diffLines } from './line-diff.js';
import { quoted } from './quoted.js';
import type { Style } from './style.js';

/** The number of context lines. */
const context = 3;

/** The difference of two texts as lines, as `git diff` writes it; empty without a difference. */
export function unifiedDiff(name: string, before: string, after: string, style: Style): readonly string[] {
  if (before === after) return [];
  const lines = diffLines(linesOf(before), linesOf(after));
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(({ mark }) => mark !== ' '),
  );
  const output = [style.bold(`--- a/${quoted(name)}`), style.bold(`+++ b/${quoted(name)}`)];
  let [old, now] = [1, 1];
  for (let index = 0; index < lines.length;) {
    const end = near.indexOf(!near[index], index);
    const part = lines.slice(index, end === -1 ? undefined : end);
    const [olds, news] = [count(part, '+'), count(part, '-')];
    if (near[index]) {
      output.push(style.blue(`@@ -${hunkRange(old, olds)} +${hunkRange(now, news)} @@`));
      for (const { mark, line } of part) {
        const [text = '', ...rest] = line.split('\n');
        output.push(paint(mark, style)(`${mark}${text}`), ...rest);
      }
    }
    old += olds;
    now += news;
    index += part.length;
  }
  return output;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  // As Git writes it; no other line begins like this.
  return last === '' ? lines : [...lines, `${last}\n\\ No newline at end of file`];
}

/** The number of lines without this mark. */
function count(lines: readonly DiffLine[], mark: DiffLine['mark']): number {
  return lines.filter((line) => line.mark !== mark).length;
}

/** A hunk without lines on one side gets the number of the line before it. */
function hunkRange(start: number, length: number): string {
  return length === 1 ? String(start) : `${length === 0 ? start - 1 : start},${length}`;
}

function paint(mark: DiffLine['mark'], { red, green }: Style): (text: string) => string {
  return mark === '-' ? red : mark === '+' ? green : (text) => text;
}
