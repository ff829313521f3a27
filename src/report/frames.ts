import type { Finding } from '../model/finding.js';
import type { Position, Source } from '../model/source.js';
import { cellsOf, fit, wrap } from './cells.js';
import type { Positions } from './positions.js';
import { quoted, quotedLine } from './quoted.js';
import type { Style } from './style.js';

/** An underlined range and its message. */
interface Mark {
  readonly position: Position;
  readonly message: string;
  readonly isMain: boolean;
}

/** Consecutive lines of one source. */
interface Frame {
  readonly source: Source;
  readonly marks: Mark[];
  first: number;
  last: number;
}

/** The number of lines above the place of the finding, which show its context. */
const linesAbove = 2;

/** The minimum width, also for narrower terminals. */
export const narrowest = 60;

/** Places within this distance are shown in the same frame. */
const nearLines = 4;

/** The lines of all places of a finding, the finding's own first, under one column of line numbers. */
export function frames(finding: Finding, positions: Positions, style: Style, columns: number): string[] {
  const all = group(finding, positions, columns);
  const gutter = Math.max(0, ...all.map(({ last }) => String(last).length)) + 1;
  const printer = new FramePrinter(
    positions,
    style,
    { error: style.red, warning: style.yellow, info: style.blue }[finding.severity],
    gutter,
    columns - gutter - 3,
  );
  const rows = all.flatMap((frame, index) => printer.print(frame, index === 0));
  return rows.length === 0 ? [] : [...rows, printer.row('', '╰─')];
}

function group({ place, labels }: Finding, positions: Positions, columns: number): Frame[] {
  const all: Frame[] = [];
  const places = [
    { place, message: '', isMain: true },
    ...labels.map((label) => ({ ...label, isMain: false })),
  ];
  for (const { place, message, isMain } of places) {
    const { source, start, end } = place;
    if (start < 0 || end === 0) continue; // It is empty, or means the whole file.
    const position = positions.of(source, start, end);
    const { line } = position;
    const mark = { position, message: isMain ? '' : positions.label({ place, message }), isMain };
    const near = all.find(
      (frame) =>
        frame.source.path === source.path &&
        line >= frame.first - nearLines &&
        line <= frame.last + nearLines &&
        !frame.marks.some((other) => isFarAside(other.position, position, columns)),
    );
    if (!near) {
      const first = isMain ? firstLine(positions, source, line) : line;
      const isLineBreak = position.column > (positions.line(source, line)?.length ?? 0);
      all.push({ source, marks: [mark], first, last: isLineBreak ? line + 1 : line });
      continue;
    }
    near.marks.push(mark);
    near.first = Math.min(near.first, line);
    near.last = Math.max(near.last, line);
  }
  return all;
}

/** Whether two places of one line are too far apart, because a whole file may be one line. */
function isFarAside(one: Position, other: Position, columns: number): boolean {
  return one.line === other.line && Math.abs(one.column - other.column) >= columns;
}

/** The lines above a place, not beyond its document. */
function firstLine(positions: Positions, source: Source, line: number): number {
  let first = line;
  while (first > Math.max(1, line - linesAbove) && !positions.line(source, first - 1)?.startsWith('---'))
    first--;
  return first;
}

class FramePrinter {
  constructor(
    private readonly positions: Positions,
    private readonly style: Style,
    private readonly paint: (text: string) => string,
    private readonly gutter: number,
    /** The maximum number of cells of a line. */
    private readonly room: number,
  ) {}

  print({ source, marks, first, last }: Frame, isFirst: boolean): string[] {
    const { line, column } = marks[0]!.position;
    const title = this.style.dim(`${quoted(source.name)}:${line}:${column}`);
    const rows = [this.row('', isFirst ? '╭─' : '├─', title)];
    for (let number = first; number <= last; number++) {
      const masked = this.positions.masked(source, number);
      const text = masked?.shown ?? this.positions.line(source, number);
      if (text === undefined) break;
      const marked = marks
        .filter(({ position }) => position.line === number)
        .map((mark) => (masked ? { ...mark, position: withinLine(mark.position, text) } : mark))
        .sort((left, right) => left.position.column - right.position.column);
      const from = leftCut(text, marked[0]?.position, this.room);
      rows.push(this.row(String(number), '│', this.window(text, from)));
      for (const mark of marked) rows.push(...this.underline(mark, text, from));
    }
    return rows;
  }

  row(number: string, border: string, text = ''): string {
    const { dim } = this.style;
    return `${dim(number.padStart(this.gutter))} ${dim(border)}${text === '' ? '' : ` ${text}`}`;
  }

  /** The visible part of a line, with a mark where it is cut. */
  private window(line: string, from: number): string {
    const head = from > 0 ? '…' : '';
    const { text, isAll } = fit(quotedLine(line.slice(from, from + this.room)), this.room - head.length - 1);
    const ends = isAll && from + this.room >= line.length;
    return `${head}${ends ? text.trimEnd() : `${text}…`}`;
  }

  private underline({ position, message, isMain }: Mark, line: string, from: number): string[] {
    const start = position.column - 1;
    const end = position.endLine > position.line ? line.trimEnd().length : position.endColumn - 1;
    const offset = (from > 0 ? 1 : 0) + cellsOf(quotedLine(line.slice(from, start)));
    const length = cellsOf(quotedLine(line.slice(start, Math.min(end, from + this.room))));
    const width = Math.max(1, Math.min(length, this.room - offset - 1));
    const paint = isMain ? this.paint : this.style.blue;
    const mark = `${' '.repeat(offset)}${paint((isMain ? '^' : '-').repeat(width))}`;
    if (message === '') return [this.row('', '│', mark)];

    const sentence = quoted(message);
    const beside = this.room - offset - width - 1;
    if (cellsOf(sentence) <= beside) return [this.row('', '│', `${mark} ${paint(sentence)}`)];
    return [mark, ...wrap(sentence, this.room).map(paint)].map((text) => this.row('', '│', text));
  }
}

/** The part of a place within the visible part of a line. */
function withinLine(position: Position, shown: string): Position {
  const column = Math.min(position.column, Math.max(1, shown.length - 2));
  const isOneLine = position.endLine === position.line;
  return { ...position, column, endColumn: isOneLine ? Math.min(position.endColumn, shown.length + 1) : 0 };
}

/** The first visible column, so that the marked range is visible: 0 unless it is too far to the right. */
function leftCut(line: string, position: Position | undefined, room: number): number {
  if (!position) return 0;
  const start = position.column - 1;
  const length = position.endLine > position.line ? 1 : position.endColumn - position.column;
  if (start + Math.min(length, room >> 1) < room) return 0;
  const from = start - (room >> 2);
  const isInsideCharacter = /[\udc00-\udfff]/.test(line.charAt(from));
  return isInsideCharacter ? from - 1 : from;
}
