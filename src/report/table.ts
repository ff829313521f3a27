import { cellsOf, wrap } from './cells.js';
import { quotedLine } from './quoted.js';
import type { Style } from './style.js';

export interface Column {
  readonly title: string;
  readonly align?: 'right';
  /** The minimum width in cells, to which its texts may be wrapped if the table is too wide. */
  readonly least?: number;
}

type Paint = Style[keyof Style];

export interface Row {
  readonly cells: readonly string[];
  /** The color of its first cell. */
  readonly paint?: Paint;
}

/** Lines are wrapped at this width, also in wider terminals, because longer ones are hard to read. */
export const maxCells = 100;

const gap = 2;

/** How wide the columns are, and how their texts are aligned. */
interface TableLayout {
  readonly widths: readonly number[];
  readonly aligns: readonly (string | undefined)[];
}

/** A table as lines of at most `room` cells, if its columns can be narrowed enough. Columns without text are left out. */
export function table(
  columns: readonly Column[],
  rows: readonly Row[],
  room: number,
  style: Style,
): readonly string[] {
  const used = columns
    .map((column, index) => ({
      column: { ...column, title: quotedLine(column.title) },
      texts: rows.map(({ cells }) => quotedLine(cells[index] ?? '')),
    }))
    .filter(({ texts }) => texts.some((text) => text !== ''))
    .map(({ column, texts }) => ({ column, texts, least: leastOf(column, texts) }));
  const widths = used.map(({ column, texts }) => Math.max(cellsOf(column.title), ...texts.map(cellsOf)));
  for (let over = total(widths) - room; over > 0; over--) {
    const widest = used
      .map(({ least }, index) => ({ index, width: widths[index] ?? 0, least }))
      .filter(({ width, least }) => least !== undefined && width > least)
      .sort((left, right) => right.width - left.width)[0];
    if (!widest) break;
    widths[widest.index] = widest.width - 1;
  }
  const layout: TableLayout = { widths, aligns: used.map(({ column }) => column.align) };
  const linesOf = (
    texts: readonly string[],
    paints: readonly Paint[],
    paintAll?: Paint,
  ): readonly string[] => {
    const cells = texts.map((text, at) => wrap(text, widths[at] ?? 0));
    const height = Math.max(...cells.map(({ length }) => length));
    return Array.from({ length: height }, (_, at) => line(cells, at, layout, paints, paintAll));
  };
  return [
    ...linesOf(
      used.map(({ column }) => column.title),
      [],
      style.dim,
    ),
    ...rows.flatMap(({ paint }, index) =>
      linesOf(
        used.map(({ texts }) => texts[index] ?? ''),
        paint ? [paint] : [],
      ),
    ),
  ];
}

/** The minimum width of a column, with unbroken words. */
function leastOf({ title, least }: Column, texts: readonly string[]): number | undefined {
  if (least === undefined) return undefined;
  return Math.max(least, ...[title, ...texts].flatMap((text) => text.split(' ')).map(cellsOf));
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + gap, 0) - gap;
}

function line(
  cells: readonly (readonly string[])[],
  at: number,
  { widths, aligns }: TableLayout,
  paints: readonly Paint[],
  paintAll: Paint = (text) => text,
): string {
  const parts = cells.map((lines, index) => {
    const text = lines[at] ?? '';
    const space = ' '.repeat(Math.max(0, (widths[index] ?? 0) - cellsOf(text)));
    const painted = (paints[index] ?? paintAll)(text);
    return aligns[index] === 'right' ? `${space}${painted}` : `${painted}${space}`;
  });
  return parts.join(' '.repeat(gap)).trimEnd();
}
