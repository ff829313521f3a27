import { type Call, type Expression, NotJudged, type Operator } from './expression.js';
import { type Token, celTokens } from './tokens.js';

/** Longer or deeper expressions are not realistic, and parsing them could exhaust memory. */
const maxLength = 20_000;
const maxDepth = 100;

/** Parses an expression; the result is unknown if this parser does not support it. */
export function parseExpression(text: string): Expression {
  if (text.length > maxLength) throw new NotJudged('a long expression');
  const parser = new CelParser(celTokens(text));
  return parser.whole();
}

const relations: readonly Operator[] = ['==', '!=', '<', '<=', '>', '>=', 'in'];
/** From lowest to highest precedence. */
const precedence: readonly (readonly Operator[])[] = [relations, ['+', '-'], ['*', '/', '%']];

class CelParser {
  private at = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  whole(): Expression {
    const expression = this.expression();
    if (this.next.kind !== 'end') throw new NotJudged(`unexpected "${this.next.text}"`);
    return expression;
  }

  private get next(): Token {
    return this.tokens[this.at]!;
  }

  private expression(): Expression {
    if (++this.depth > maxDepth) throw new NotJudged('a deep expression');
    const test = this.either();
    const expression = this.takes('?') ? this.choice(test) : test;
    this.depth--;
    return expression;
  }

  private choice(test: Expression): Expression {
    const yes = this.either();
    this.expect(':');
    return { kind: 'choice', test, yes, no: this.expression() };
  }

  private either(): Expression {
    let left = this.both();
    while (this.takes('||')) left = { kind: 'or', left, right: this.both() };
    return left;
  }

  private both(): Expression {
    let left = this.operation(0);
    while (this.takes('&&')) left = { kind: 'and', left, right: this.operation(0) };
    return left;
  }

  private operation(level: number): Expression {
    const names = precedence[level];
    if (!names) return this.prefixed();
    let left = this.operation(level + 1);
    for (;;) {
      const name = names.find((one) => this.isNext(one));
      if (!name) return left;
      this.at++;
      left = { kind: 'operator', name, left, right: this.operation(level + 1) };
    }
  }

  private prefixed(): Expression {
    let count = 0;
    const prefix = this.isNext('!') ? '!' : '-';
    while (this.takes(prefix)) count++;
    let expression = this.chain();
    for (; count > 0; count--) expression = { kind: prefix === '!' ? 'not' : 'minus', of: expression };
    return expression;
  }

  private chain(): Expression {
    let expression = this.primary();
    for (;;) {
      if (this.takes('.')) {
        const name = this.name();
        expression = this.takes('(') ? this.call(name, expression) : { kind: 'field', of: expression, name };
      } else if (this.takes('[')) {
        expression = { kind: 'index', of: expression, at: this.expression() };
        this.expect(']');
      } else return expression;
    }
  }

  private primary(): Expression {
    const { kind, text } = this.tokens[this.at++]!;
    if (kind === 'string') return { kind: 'literal', value: text };
    if (kind === 'integer') return { kind: 'literal', value: BigInt(text) };
    if (kind === 'number') return { kind: 'literal', value: Number(text) };
    if (kind === 'name') return this.named(text);
    if (text === '(') {
      const inside = this.expression();
      this.expect(')');
      return inside;
    }
    if (text === '[') return { kind: 'list', items: this.listed(']', () => this.expression()) };
    if (text === '{') return { kind: 'map', entries: this.listed('}', () => this.entry()) };
    throw new NotJudged(`unexpected "${text}"`);
  }

  private named(name: string): Expression {
    if (name === 'true' || name === 'false') return { kind: 'literal', value: name === 'true' };
    if (name === 'null') return { kind: 'literal', value: null };
    return this.takes('(') ? this.call(name, undefined) : { kind: 'name', name };
  }

  private call(name: string, target: Expression | undefined): Call {
    return { kind: 'call', name, target, args: this.listed(')', () => this.expression()) };
  }

  private entry(): readonly [Expression, Expression] {
    const key = this.expression();
    this.expect(':');
    return [key, this.expression()];
  }

  private listed<T>(end: string, item: () => T): readonly T[] {
    const items: T[] = [];
    while (!this.takes(end)) {
      if (items.length > 0) this.expect(',');
      if (this.takes(end)) break;
      items.push(item());
    }
    return items;
  }

  private name(): string {
    const { kind, text } = this.tokens[this.at++]!;
    if (kind !== 'name') throw new NotJudged(`unexpected "${text}"`);
    return text;
  }

  private isNext(text: string): boolean {
    return (
      this.next.text === text && (this.next.kind === 'sign' || (text === 'in' && this.next.kind === 'name'))
    );
  }

  private takes(text: string): boolean {
    const isThere = this.isNext(text);
    if (isThere) this.at++;
    return isThere;
  }

  private expect(text: string): void {
    if (!this.takes(text)) throw new NotJudged(`"${text}" is missing`);
  }
}
