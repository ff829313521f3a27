/** Marks up a piece of terminal text; the plain style returns it as it is. */
export interface Style {
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly blue: (text: string) => string;
  readonly green: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
}

const same = (text: string): string => text;
export const plain: Style = { red: same, yellow: same, blue: same, green: same, dim: same, bold: same };

/** Different in each run, so that nothing that was written before can be a mark of ours. */
const secret = Math.random().toString(36).slice(2);

const marked =
  (open: number, close: number) =>
  (text: string): string =>
    text === '' ? '' : `\u001b${secret}[${open}m${text}\u001b${secret}[${close}m`;

/** Colors as marks, of which `inColor` makes what terminals know. */
export const colored: Style = {
  red: marked(31, 39),
  yellow: marked(33, 39),
  blue: marked(34, 39),
  green: marked(32, 39),
  dim: marked(2, 22),
  bold: marked(1, 22),
};

const marks = new RegExp(String.raw`\u001b${secret}\[(\d+)m`, 'g');

/** A line with SGR escape sequences for its marks. */
export function inColor(line: string): string {
  return line.replaceAll(marks, '\u001b[$1m');
}

/** A line without its marks. */
export function withoutColor(line: string): string {
  return line.replaceAll(marks, '');
}
