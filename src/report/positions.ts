import { lineAt, lineBreaks, lineStarts, presentText } from '../model/lines.js';
import { runsCommands } from '../model/command-files.js';
import { type Finding, type Label, messageOf } from '../model/finding.js';
import { type MessageData, shortened, shortenedItems } from '../model/message.js';
import { isExcerpt, type Position, type Source } from '../model/source.js';
import { type Masked, maskedCommands, maskedLines, withoutWords } from './secrets.js';

interface Lines {
  readonly text: string;
  readonly starts: readonly number[];
  /** The hidden parts of the lines, from 0, computed on first access. */
  masked?: ReadonlyMap<number, Masked>;
}

/** The number of cached files. Findings are sorted by file, so few are needed at a time. */
const keptFiles = 32;

/** Finds lines and columns in sources, which are read on first use. */
export class Positions {
  private readonly files = new Map<Source, Lines>();

  of(source: Source, start: number, end: number): Position {
    if (start < 0) return { line: 1, column: 1, endLine: 1, endColumn: 1 };
    if (isExcerpt(source)) return source.position(start, end);
    const lines = this.lines(source);
    const from = locate(lines, start);
    const to = locate(lines, Math.max(start, end));
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  }

  /** The text of a line, from 1, without its line break; undefined after the last. */
  line(source: Source, line: number): string | undefined {
    if (isExcerpt(source)) return source.line(line);
    const { text, starts } = this.lines(source);
    const start = starts[line - 1];
    if (start === undefined) return undefined;
    // Not by a pattern, which would scan the whole line, and a line may be the whole file.
    let end = starts[line] ?? text.length;
    while (end > start && '\r\n'.includes(text.charAt(end - 1))) end -= 1;
    return text.slice(start, end);
  }

  /** The visible part of a line, from 1; undefined if all of it is visible. */
  masked(source: Source, line: number): Masked | undefined {
    if (isExcerpt(source))
      return source.isMasked(line) ? { shown: source.line(line) ?? '', hidden: '' } : undefined;
    const lines = this.lines(source);
    lines.masked ??= runsCommands(source.path)
      ? maskedCommands(lines.text.split(lineBreaks))
      : lines.text.includes('Secret')
        ? maskedLines(lines.text.split(lineBreaks))
        : new Map();
    return lines.masked.get(line - 1);
  }

  /** The message of a finding without values of Secrets. */
  message(finding: Finding): string {
    return this.shown(finding, messageOf(finding));
  }

  /** The data of its message without values of Secrets; long values are cut. */
  data(finding: Finding): MessageData {
    const shown = (value: string): string => this.shown(finding, shortened(value));
    return Object.fromEntries(
      Object.entries(finding.message.data).flatMap(([key, value]) =>
        value === undefined
          ? []
          : [
              [
                key,
                typeof value === 'string'
                  ? shown(value)
                  : typeof value === 'number'
                    ? value
                    : shortenedItems(value).map(shown),
              ],
            ],
      ),
    );
  }

  /** The message of a related place without values of Secrets. */
  label(label: Label): string {
    return this.shown(label, label.message);
  }

  private shown({ place, resource }: Pick<Finding, 'place' | 'resource'>, text: string): string {
    const { source, start, end } = place;
    const masked = start < 0 ? undefined : this.masked(source, this.of(source, start, end).line);
    const { kind = '', name = '', namespace = '' } = resource ?? {};
    return masked ? withoutWords(text, masked, [kind, name, namespace]) : text;
  }

  private lines(source: Source): Lines {
    let lines = this.files.get(source);
    if (lines) this.files.delete(source);
    else lines = linesOfText(presentText(source));
    this.files.set(source, lines);
    const [oldest] = this.files.keys();
    if (oldest && this.files.size > keptFiles) this.files.delete(oldest);
    return lines;
  }
}

function linesOfText(text: string): Lines {
  return { text, starts: lineStarts(text) };
}

function locate({ starts }: Lines, offset: number): { line: number; column: number } {
  const line = lineAt(starts, offset);
  return { line: line + 1, column: Math.max(0, offset - starts[line]!) + 1 };
}
