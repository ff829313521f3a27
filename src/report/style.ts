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

const sgr =
  (open: number, close: number) =>
  (text: string): string =>
    text === '' ? '' : `\u001b[${open}m${text}\u001b[${close}m`;

/** SGR escape sequences, as every terminal knows them. */
export const colored: Style = {
  red: sgr(31, 39),
  yellow: sgr(33, 39),
  blue: sgr(34, 39),
  green: sgr(32, 39),
  dim: sgr(2, 22),
  bold: sgr(1, 22),
};
