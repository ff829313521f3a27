import type { JqNode, JqShape } from './ast.js';
import type { JqToken, JqTokenType } from './lexer.js';

/** Why a string is not a query: the token at which gojq stops reading. */
export class JqParseError extends Error {
  constructor(readonly token: JqToken) {
    super(token.type === 'end' ? 'unexpected end' : `unexpected ${token.value}`);
  }
}

/** Many times what anybody writes. */
const maxNodes = 2000;

/** A place among tokens, from which they are taken one by one. */
export class Cursor {
  private position = 0;
  private nodes = 0;

  constructor(private readonly tokens: readonly JqToken[]) {}

  protected peek(): JqToken {
    return this.tokens[this.position]!;
  }

  protected is(type: JqTokenType, value?: string): boolean {
    const token = this.peek();
    return token.type === type && (value === undefined || token.value === value);
  }

  protected advance(): void {
    this.position += 1;
  }

  protected accept(type: JqTokenType, value?: string): JqToken | undefined {
    return this.is(type, value) ? this.tokens[this.position++] : undefined;
  }

  expect(type: JqTokenType, value?: string): JqToken {
    return this.accept(type, value) ?? this.reject();
  }

  /** Fails at the next token, or at the one before. */
  protected reject(offset = 0): never {
    throw new JqParseError(this.tokens[this.position + offset]!);
  }

  /** A node that ends with the token before. */
  protected node(start: number, shape: JqShape): JqNode {
    this.nodes += 1;
    // What goes through the tree calls itself for each level, and a chain of a thousand fields is as deep as brackets are.
    if (this.nodes > maxNodes) throw new RangeError('The expression has too many parts.');
    return { ...shape, start, end: this.tokens[this.position - 1]?.end ?? start };
  }
}
