import type { Random } from './random-repository.js';

/** How one file is written. */
interface Manner {
  readonly step: number;
  /** How far the elements of a list stand behind its key. */
  readonly list: number;
  readonly newline: string;
  readonly isCompact: boolean;
  /** One in so many entries has a comment, is in brackets, is quoted or has an anchor; 0 for none. */
  readonly comments: number;
  readonly flow: number;
  readonly quotes: number;
  readonly anchors: number;
  /** The same of texts in blocks of lines. */
  readonly blocks: number;
}

/** Values as the documents of a YAML file, in one of the manners in which people write. */
export function variedYaml(values: readonly object[], random: Random): string {
  const manner: Manner = {
    step: random.pick([2, 2, 2, 4]),
    list: random.pick([0, 2, 2, 4]),
    newline: random.pick(['\n', '\n', '\n', '\r\n']),
    isCompact: random.below(4) > 0,
    comments: random.pick([0, 0, 4, 12]),
    flow: random.pick([0, 3, 6, 12]),
    quotes: random.pick([0, 3, 9]),
    anchors: random.pick([0, 0, 5, 15]),
    blocks: random.pick([0, 0, 4, 12]),
  };
  const start = random.pick(['', '', '', '---\n', '# What is deployed.\n', '---\n# One\n\n']);
  const bodies = values.map((value) => new Writer(manner, random).document(value));
  const between = random.pick(['---\n', '---\n', '--- # next\n', '\n---\n\n', '...\n---\n']);
  const end = random.pick(['', '', '\n', '# end\n', '\n\n']);
  const text = start + bodies.join(between) + end;
  const whole = random.below(5) === 0 ? text.trimEnd() : text;
  const mark = random.below(12) === 0 ? '\uFEFF' : '';
  return mark + whole.replaceAll('\n', manner.newline);
}

class Writer {
  /** The anchors of the document, by the value as JSON. */
  private readonly anchors = new Map<string, string>();

  constructor(
    private readonly manner: Manner,
    private readonly random: Random,
  ) {}

  document(value: object): string {
    return `${this.map(Object.entries(value), 0).join('\n')}\n`;
  }

  private chance(odds: number): boolean {
    return odds > 0 && this.random.below(odds) === 0;
  }

  private map(entries: readonly (readonly [string, unknown])[], column: number): string[] {
    const pad = ' '.repeat(column);
    return entries
      .filter(([, value]) => value !== undefined)
      .flatMap(([key, value], index) => [
        ...(index > 0 && this.chance(this.manner.comments * 2) ? [''] : []),
        ...(index > 0 && this.chance(this.manner.comments) ? [`${pad}# about ${key}: "it"`] : []),
        ...this.entry(`${pad}${this.key(key)}:`, value, column),
      ]);
  }

  private entry(head: string, value: unknown, column: number): string[] {
    const { isAlias, text: anchor } = this.anchor(value, false);
    if (isAlias) return [`${head} ${anchor}${this.comment()}`];
    const lead = anchor === '' ? head : `${head} ${anchor}`;
    if (typeof value !== 'object' || value === null)
      return (
        this.block(lead, value, column + this.manner.step) ?? [
          `${lead} ${this.scalar(value, false)}${this.comment()}`,
        ]
      );
    if (isEmpty(value) || (isSmall(value) && this.chance(this.manner.flow)))
      return [`${lead} ${this.flow(value)}${this.comment()}`];
    const lines = Array.isArray(value)
      ? this.list(value as readonly unknown[], column + this.manner.list)
      : this.map(Object.entries(value), column + this.manner.step);
    return [`${lead}${this.comment()}`, ...lines];
  }

  private list(items: readonly unknown[], column: number): string[] {
    const pad = ' '.repeat(column);
    return items.flatMap((item) => {
      const above = this.chance(this.manner.comments) ? [`${pad}# one of them`] : [];
      const { isAlias, text: anchor } = this.anchor(item, false);
      const lead = `${pad}- ${anchor === '' || isAlias ? anchor : `${anchor} `}`;
      if (isAlias) return [...above, `${lead}${this.comment()}`];
      if (typeof item !== 'object' || item === null)
        return [
          ...above,
          ...(this.block(lead.trimEnd(), item, column + this.manner.step) ?? [
            `${lead}${this.scalar(item, false)}${this.comment()}`,
          ]),
        ];
      if (
        Array.isArray(item) ||
        anchor !== '' ||
        isEmpty(item) ||
        (isSmall(item) && this.chance(this.manner.flow))
      )
        return [...above, `${lead}${this.flow(item)}${this.comment()}`];
      const [first = '', ...rest] = this.map(Object.entries(item), column + 2);
      return [...above, `${pad}- ${first.trimStart()}`, ...rest];
    });
  }

  /** A text as a block of lines behind what leads to it, now and then. */
  private block(lead: string, value: unknown, column: number): string[] | undefined {
    if (
      typeof value !== 'string' ||
      !/^[!-~](?:[ -~\n]*[!-~])?$/.test(value) ||
      !this.chance(this.manner.blocks)
    )
      return undefined;
    const pad = ' '.repeat(column);
    const canFold = !/\n| {2}/.test(value);
    const isFolded = canFold && this.random.below(2) === 0;
    const text = isFolded ? value.replaceAll(' ', () => (this.random.below(4) === 0 ? '\n' : ' ')) : value;
    const header = this.random.pick(isFolded ? ['>-', '>-', '>-  # folded'] : ['|-', '|-', '|- # as it is']);
    return [`${lead} ${header}`, ...text.split('\n').map((line) => (line === '' ? '' : `${pad}${line}`))];
  }

  private flow(value: unknown): string {
    if (typeof value !== 'object' || value === null) return this.scalar(value, true);
    const inner = Array.isArray(value)
      ? (value as readonly unknown[]).map((item) => this.flow(item))
      : Object.entries(value)
          .filter(([, item]) => item !== undefined)
          .map(([key, item]) => `${this.key(key)}: ${this.flow(item)}`);
    const gap = this.manner.isCompact || inner.length === 0 || Array.isArray(value) ? '' : ' ';
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    return `${open}${gap}${inner.join(', ')}${gap}${close}`;
  }

  private key(key: string): string {
    return /^[A-Za-z][\w./-]*$/.test(key) && !reserved.test(key) ? key : JSON.stringify(key);
  }

  private scalar(value: unknown, isInFlow: boolean): string {
    if (typeof value !== 'string') return String(value);
    const isWord = /^[A-Za-z][\w./-]*$/.test(value) && !reserved.test(value);
    const isPlain = isWord || (!isInFlow && /^\.[\w.]+[^\n:#]*[^\s:#]$/.test(value));
    if (isPlain && !this.chance(this.manner.quotes)) return value;
    return value.includes('\n') || this.random.below(2) === 0
      ? JSON.stringify(value)
      : `'${value.replaceAll("'", "''")}'`;
  }

  private comment(): string {
    return this.chance(this.manner.comments * 2) ? this.random.pick([' # why', '  # see "this": [it]']) : '';
  }

  /** An anchor for a value, or an alias where the same has one. */
  private anchor(value: unknown, isInFlow: boolean): { isAlias: boolean; text: string } {
    const none = { isAlias: false, text: '' };
    if (isInFlow || value === null || (typeof value === 'object' && (isEmpty(value) || !isSmall(value))))
      return none;
    const key = JSON.stringify(value);
    const known = this.anchors.get(key);
    if (known !== undefined) return this.random.below(2) === 0 ? { isAlias: true, text: `*${known}` } : none;
    if (!this.chance(this.manner.anchors)) return none;
    const name = `a${this.anchors.size}`;
    this.anchors.set(key, name);
    return { isAlias: false, text: `&${name}` };
  }
}

const reserved = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

/** Whether it has a place in one line, and holds no line break. */
function isSmall(value: unknown): boolean {
  const text = JSON.stringify(value);
  return text.length < 90 && !text.includes(String.raw`\n`);
}
