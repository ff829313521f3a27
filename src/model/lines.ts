import type { Source } from './source.js';

/** A line ends as editors and YAML end it. */
export const lineBreaks = /\r\n|\n|\r/g;

/** The offsets at which lines begin. A byte order mark takes no column, because editors do not show it. */
export function lineStarts(text: string): readonly number[] {
  const starts = [text.startsWith('\ufeff') ? 1 : 0];
  const hasReturns = text.includes('\r');
  if (hasReturns) for (const { index, 0: end } of text.matchAll(lineBreaks)) starts.push(index + end.length);
  else for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The line, from 0, in which an offset lies. */
export function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The text of a source; empty for a file that was deleted since it was linted. */
export function presentText(source: Source): string {
  try {
    return source.read();
  } catch {
    return '';
  }
}
