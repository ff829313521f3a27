/** A stretch of a text, and what comes in its place. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Whether it has to begin a line: the last line of a file may have no end. */
  readonly isLine?: boolean;
}

/** A text with other text in place of stretches of it: in their order, and none of them overlap. */
export function spliced(text: string, splices: readonly Splice[], newline = '\n'): string {
  let result = '';
  let from = 0;
  for (const { start, end, text: inside, isLine } of splices) {
    result += text.slice(from, start);
    const isBehindAll = isLine === true && start === text.length && result !== '' && !result.endsWith('\n');
    // What ends without a line break goes on doing so.
    result += isBehindAll ? `${newline}${inside.replace(/\r?\n$/, '')}` : inside;
    from = end;
  }
  return result + text.slice(from);
}
