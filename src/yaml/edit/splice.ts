/** A range of a file and its replacement. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Whether it has to start on a new line: the last line of a file may lack a line break. */
  readonly isLine?: boolean;
}

/** A string with ranges replaced; the splices are sorted and do not overlap. */
export function spliced(text: string, splices: readonly Splice[], newline = '\n'): string {
  let result = '';
  let from = 0;
  for (const { start, end, text: inside, isLine } of splices) {
    result += text.slice(from, start);
    const isBehindAll = isLine === true && start === text.length && result !== '' && !result.endsWith('\n');
    // A file that ends without a line break still does.
    result += isBehindAll ? `${newline}${inside.replace(/\r?\n$/, '')}` : inside;
    from = end;
  }
  return result + text.slice(from);
}
