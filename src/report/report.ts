import type { Finding } from '../model/finding.js';
import type { Source } from '../model/source.js';

/** Something the user should know that is no fault of a manifest, such as files that were left out. */
export interface Note {
  readonly message: string;
}

/** What a run of the linter has to say. */
export interface LintReport {
  readonly findings: readonly Finding[];
  readonly notes: readonly Note[];
  /** Inputs that could not be read. */
  readonly failures: readonly Note[];
  readonly resources: number;
  readonly rollouts: number;
  readonly rules: number;
  readonly milliseconds: number;
}

/** A stretch of text by line and column, both from 1, columns in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Finds lines and columns in sources; each text is read and split once. */
export class Positions {
  private readonly files = new Map<string, { readonly text: string; readonly starts: readonly number[] }>();

  of(source: Source, start: number, end: number): Position {
    if (start < 0) return { line: 1, column: 1, endLine: 1, endColumn: 1 };
    const from = this.locate(source, start);
    const to = this.locate(source, Math.max(start, end));
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  }

  /** The text of a line, from 1, without its line break. */
  line(source: Source, line: number): string {
    const { text, starts } = this.file(source);
    return text.slice(starts[line - 1], starts[line]).replace(/\r?\n$|\r$/, '');
  }

  private locate(source: Source, offset: number): { line: number; column: number } {
    const { starts } = this.file(source);
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  }

  private file(source: Source): { readonly text: string; readonly starts: readonly number[] } {
    let file = this.files.get(source.path);
    if (!file) {
      const text = source.read();
      const starts = [0];
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
      file = { text, starts };
      this.files.set(source.path, file);
    }
    return file;
  }
}
