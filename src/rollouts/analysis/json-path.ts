/** Longer paths are not judged. */
const longestPath = 10_000;

/**
 * Why a template of client-go's JSONPath never finds anything, as a clause; undefined where it can, or where that is not known.
 * https://github.com/kubernetes/client-go/blob/v0.34.1/util/jsonpath/parser.go
 */
export function jsonPathProblem(path: string): string | undefined {
  if (path.length > longestPath) return undefined;
  const { problem, identifiers } = new PathReader(path).read();
  if (problem === unclosed) return 'has a brace that is not closed';
  if (problem !== undefined) return `does not parse (${problem})`;
  // What stands in a range may not be evaluated.
  const [unknown] = identifiers.some((name) => name === 'range' || name === 'end') ? [] : identifiers;
  return unknown === undefined
    ? undefined
    : `has "${unknown}" without a dot before it; a field is written as {.${unknown}}`;
}

/** The text before the first brace: it is the first result, so it is measured instead of what the path leads to. */
export function textBefore(path: string): string {
  const from = path.indexOf('{');
  return from < 0 ? path : path.slice(0, from);
}

const unclosed = 'unclosed action';

interface TemplateReading {
  /** Upstream's words. */
  readonly problem: string | undefined;
  /** Words that stand where an action begins, except in filters and brackets. */
  readonly identifiers: readonly string[];
}

/** Ends the reading of a path that does not parse. */
class PathError extends Error {}

/** Reads a template as upstream's parser does, without making nodes. */
class PathReader {
  private readonly input: readonly string[];
  private at = 0;
  private readonly identifiers: string[] = [];
  /** Whether the last node is `..`. */
  private isRecursive = false;

  constructor(text: string) {
    this.input = Array.from(text);
  }

  read(): TemplateReading {
    try {
      while (this.at < this.input.length) {
        const open = this.input.indexOf('{', this.at);
        if (open === -1) break;
        this.at = open + 1;
        this.isRecursive = false;
        while (this.action());
      }
      return { problem: undefined, identifiers: this.identifiers };
    } catch (error) {
      if (!(error instanceof PathError)) throw error;
      return { problem: error.message, identifiers: [] };
    }
  }

  /** Reads one node of an action; false at its end. */
  private action(): boolean {
    if (this.startsWith('}')) {
      this.at += 1;
      return false;
    }
    if (this.startsWith('[?(')) return this.node(() => this.filter());
    if (this.startsWith('..')) return this.recursive();
    const character = this.next();
    if (character === undefined || character === '\r' || character === '\n') throw new PathError(unclosed);
    if (character === ' ' || character === '@' || character === '$') return true;
    if (character === '[') return this.node(() => this.brackets());
    if (character === '"' || character === "'") return this.node(() => this.quote(character));
    if (character === '.') return this.node(() => this.field());
    this.at -= 1;
    if (/[+\-\p{Nd}]/u.test(character)) return this.node(() => this.number());
    if (isAlphanumeric(character)) return this.node(() => this.identifier());
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    throw new PathError(`unrecognized character in action: U+${code} '${character}'`);
  }

  private node(read: () => void): true {
    read();
    this.isRecursive = false;
    return true;
  }

  private recursive(): true {
    if (this.isRecursive) throw new PathError('invalid multiple recursive descent');
    this.at += 2;
    const next = this.input[this.at];
    this.isRecursive = next === undefined || !isAlphanumeric(next);
    if (!this.isRecursive) this.field();
    return true;
  }

  private field(): void {
    for (let one = this.next(); ; one = this.next()) {
      if (one === '\\') this.at = Math.min(this.at + 1, this.input.length);
      else if (isTerminator(one)) {
        if (one !== undefined) this.at -= 1;
        return;
      }
    }
  }

  private identifier(): void {
    const from = this.at;
    while (!isTerminator(this.input[this.at])) this.at += 1;
    const word = this.input.slice(from, this.at).join('');
    if (word !== 'true' && word !== 'false') this.identifiers.push(word);
  }

  private number(): void {
    const from = this.at;
    if (this.startsWith('+') || this.startsWith('-')) this.at += 1;
    while (/^[.\p{Nd}]/u.test(this.input[this.at] ?? '')) this.at += 1;
    const text = this.input.slice(from, this.at).join('');
    if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) throw new PathError(`cannot parse number ${text}`);
  }

  private quote(end: string): void {
    for (let one = this.next(); ; one = this.next()) {
      if (one === undefined || one === '\n') throw new PathError('unterminated quoted string');
      if (one === end && this.input[this.at - 2] !== '\\') return;
    }
  }

  private brackets(): void {
    const from = this.at;
    for (let one = this.next(); one !== ']'; one = this.next())
      if (one === undefined || one === '\n') throw new PathError('unterminated array');
    const text = this.input.slice(from, this.at - 1).join('');
    const parts = text.split(',');
    if (parts.length > 1) {
      for (const part of parts) checkAction(`[${withoutSpaces(part)}]`);
      return;
    }
    const key = /^'([^']*)'$/.exec(text);
    if (key) {
      checkAction(`.${key[1] ?? ''}`);
      return;
    }
    const slice = /^(-?[0-9]*)(:-?[0-9]*)?(:-?[0-9]*)?$/.exec(text === '*' ? ':' : text);
    if (!slice) throw new PathError(`invalid array index ${text}`);
    if (slice.slice(1).some((one) => one === '-' || one === ':-'))
      throw new PathError('array index - is not a number');
  }

  private filter(): void {
    this.at += 3;
    const from = this.at;
    let quote: string | undefined;
    let isEnded = false;
    for (let one = this.next(); ; one = this.next()) {
      if (one === undefined || one === '\n') throw new PathError('unterminated filter');
      if (one === '"' || one === "'") {
        if (quote === undefined) quote = one;
        else if (one === quote && this.input[this.at - 2] !== '\\') isEnded = true;
      } else if (one === ')' && (quote !== undefined) === isEnded) break;
    }
    const text = this.input.slice(from, this.at - 1).join('');
    if (this.next() !== ']') throw new PathError('unclosed array expect ]');
    const [left, operator] = [/^[^!<>=]+/.exec(text)?.[0] ?? '', /[!<>=]+/.exec(text)?.[0] ?? ''];
    // What compares needs something on both sides, which may be the last character of what compares.
    const right =
      text.slice(left.length + operator.length) || (operator.length > 1 ? operator.slice(-1) : '');
    for (const part of left === '' || right === '' ? [text] : [left, right]) checkAction(part);
  }

  private next(): string | undefined {
    const one = this.input[this.at];
    if (one !== undefined) this.at += 1;
    return one;
  }

  private startsWith(text: string): boolean {
    return Array.from(text).every((one, index) => this.input[this.at + index] === one);
  }
}

/** Reads the text of an action within another one. */
function checkAction(text: string): void {
  const { problem } = new PathReader(`{${text}}`).read();
  if (problem !== undefined) throw new PathError(problem);
}

/** Without the spaces at both ends; other white space stays, as upstream keeps it. */
function withoutSpaces(text: string): string {
  let [from, to] = [0, text.length];
  while (text[from] === ' ') from += 1;
  while (to > from && text[to - 1] === ' ') to -= 1;
  return text.slice(from, to);
}

function isAlphanumeric(character: string): boolean {
  return /^[_\p{L}\p{Nd}]/u.test(character);
}

function isTerminator(character: string | undefined): boolean {
  return character === undefined || ' \t\r\n.,[]$@{}'.includes(character);
}
