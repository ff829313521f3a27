/** Marks up a piece of terminal text; the plain style returns it as it is. */
export interface Style {
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly blue: (text: string) => string;
  readonly green: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
  /** The name of a rule, which may link to its page. */
  readonly rule: (name: string) => string;
}

const same = (text: string): string => text;
export const plain: Style = {
  red: same,
  yellow: same,
  blue: same,
  green: same,
  dim: same,
  bold: same,
  rule: same,
};

/** Random in each run, so that input cannot contain our marks. */
const secret = Math.random().toString(36).slice(2);

const marked =
  (open: number, close: number) =>
  (text: string): string =>
    text === '' ? '' : `\u001b${secret}[${open}m${text}\u001b${secret}[${close}m`;

/** Colors as marks, which `inColor` turns into escape sequences. */
export const colored: Style = {
  red: marked(31, 39),
  yellow: marked(33, 39),
  blue: marked(34, 39),
  green: marked(32, 39),
  dim: marked(2, 22),
  bold: marked(1, 22),
  rule: same,
};

/** A style with hyperlinks for names of rules, if their address is safe in a terminal. */
export function linking(style: Style, addressOf: (rule: string) => string | undefined): Style {
  return {
    ...style,
    rule: (name) => {
      const address = addressOf(name);
      // Other characters could end the sequence and send more to the terminal.
      return address === undefined || !/^[!-~]+$/.test(address) ? name : `${link(address)}${name}${link('')}`;
    },
  };
}

function link(address: string): string {
  return `\u001b${secret}]${address}\u001b${secret};`;
}

const markPattern = new RegExp(String.raw`\u001b${secret}\[(\d+)m`, 'g');
const links = new RegExp(String.raw`\u001b${secret}\]([!-~]*)\u001b${secret};`, 'g');

/**
 * A line with escape sequences for its marks: SGR, and those of links.
 * https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda
 */
export function inColor(line: string): string {
  return line.replaceAll(markPattern, '\u001b[$1m').replaceAll(links, '\u001b]8;;$1\u001b\\');
}

/** A line without marks. */
export function withoutColor(line: string): string {
  return line.replaceAll(markPattern, '').replaceAll(links, '');
}
