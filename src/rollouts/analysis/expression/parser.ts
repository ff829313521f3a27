import type { Node } from './ast.js';
import { ExpressionError, UnknownExpression } from './errors.js';
import { type Token, tokensOf } from './lexer.js';
import { builtinNames, predicates } from './signatures.js';

const unary: ReadonlyMap<string, number> = new Map([
  ['not', 50],
  ['!', 50],
  ['-', 90],
  ['+', 90],
]);

const binary: ReadonlyMap<string, number> = new Map(
  Object.entries({
    '|': 0,
    or: 10,
    '||': 10,
    and: 15,
    '&&': 15,
    '==': 20,
    '!=': 20,
    '<': 20,
    '>': 20,
    '>=': 20,
    '<=': 20,
    in: 20,
    matches: 20,
    contains: 20,
    startsWith: 20,
    endsWith: 20,
    '..': 25,
    '+': 30,
    '-': 30,
    '*': 60,
    '/': 60,
    '%': 60,
    '**': 100,
    '^': 100,
    '??': 500,
  }),
);
const rightAssociative: ReadonlySet<string> = new Set(['**', '^']);

/** Deeper nesting is not judged: upstream has a larger stack. */
const maxDepth = 200;
/** Each operator of a chain nests what is before it. */
const maxTokens = 2000;

/**
 * The tree of an expression, as the evaluator of Argo Rollouts 1.7 to 1.9 reads it, or with `isNewer` that of 1.10.
 * https://github.com/expr-lang/expr/blob/v1.15.5/parser/parser.go
 * @throws {ExpressionError} for what the evaluator refuses to parse
 * @throws {UnknownExpression} for what is too long or too deeply nested to be judged
 */
export function parseExpression(source: string, isNewer = false): Node {
  const tokens = tokensOf(source);
  if (tokens.length > maxTokens) throw new UnknownExpression('it is too long');
  const parser = new ExpressionParser(tokens, isNewer);
  return parser.whole();
}

class ExpressionParser {
  private position = 0;
  private depth = 0;
  /** How many closures are around the current token. */
  private closures = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly isNewer: boolean,
  ) {}

  whole(): Node {
    const node = this.expression(0);
    if (this.current.kind !== 'end') throw this.unexpected();
    return node;
  }

  private get current(): Token {
    return this.tokens[this.position]!;
  }

  private next(): void {
    if (this.position + 1 >= this.tokens.length)
      throw new ExpressionError('unexpected end of expression', this.current.at);
    this.position += 1;
  }

  private is(kind: Token['kind'], value: string): boolean {
    return this.current.kind === kind && this.current.value === value;
  }

  private expect(kind: Token['kind'], value?: string): Token {
    const token = this.current;
    if (token.kind !== kind || (value !== undefined && token.value !== value)) throw this.unexpected();
    this.next();
    return token;
  }

  private unexpected({ kind, value, at }: Token = this.current): ExpressionError {
    return new ExpressionError(
      kind === 'end' ? 'unexpected end of expression' : `unexpected token ${JSON.stringify(value)}`,
      at,
    );
  }

  private expression(precedence: number): Node {
    this.depth += 1;
    if (this.depth > maxDepth) throw new UnknownExpression('it is nested too deeply');
    try {
      if (precedence === 0 && this.is('operator', 'let')) return this.declaration();
      const node = this.operations(precedence);
      return precedence === 0 ? this.choice(node) : node;
    } finally {
      this.depth -= 1;
    }
  }

  private operations(precedence: number): Node {
    let left = this.primary();
    let previous = '';
    for (;;) {
      let operator = this.current;
      if (operator.kind !== 'operator') return left;
      let not: Token | undefined;
      // As upstream, a "not" before an operator that binds too weakly is dropped.
      if (operator.value === 'not') {
        this.next();
        not = operator = this.current;
      }
      const own = binary.get(operator.value);
      if (own === undefined || own < precedence) return left;
      this.next();
      if (operator.value === '|') left = this.pipe(left);
      else {
        if (previous === '??' && operator.value !== '??')
          throw new ExpressionError(
            `Operator (${operator.value}) and coalesce expressions (??) cannot be mixed. Wrap either by parentheses.`,
            operator.at,
          );
        const right = this.expression(rightAssociative.has(operator.value) ? own : own + 1);
        left = { kind: 'binary', operator: operator.value, left, right, at: operator.at };
        if (not) left = { kind: 'unary', operator: 'not', node: left, at: not.at };
      }
      previous = operator.value;
    }
  }

  private declaration(): Node {
    this.expect('operator', 'let');
    const { value: name, at } = this.expect('identifier');
    this.expect('operator', '=');
    const value = this.expression(0);
    this.expect('operator', ';');
    return { kind: 'let', name, value, node: this.expression(0), at };
  }

  private choice(node: Node): Node {
    let test = node;
    while (this.is('operator', '?')) {
      const { at } = this.current;
      this.next();
      let yes = test;
      if (this.is('operator', ':')) this.next();
      else {
        yes = this.expression(0);
        this.expect('operator', ':');
      }
      test = { kind: 'choice', test, yes, no: this.expression(0), at };
    }
    return test;
  }

  private primary(): Node {
    const token = this.current;
    const { at } = token;
    const own = token.kind === 'operator' ? unary.get(token.value) : undefined;
    if (own !== undefined) {
      this.next();
      const node = this.expression(own);
      return this.postfix({ kind: 'unary', operator: token.value, node, at });
    }
    if (this.is('bracket', '(')) {
      this.next();
      const node = this.expression(0);
      this.expect('bracket', ')');
      return this.postfix(node);
    }
    if (this.is('operator', '#') || this.is('operator', '.')) {
      if (this.closures === 0) throw new ExpressionError('cannot use pointer accessor outside closure', at);
      return this.postfix(this.pointer());
    }
    return this.secondary();
  }

  /** `#`, or `.name`, which is short for `#.name`. */
  private pointer(): Node {
    const { at } = this.current;
    if (this.is('operator', '.')) return { kind: 'pointer', name: '', at };
    this.next();
    const name = this.current.kind === 'identifier' ? this.current.value : '';
    if (name !== '') this.next();
    return { kind: 'pointer', name, at };
  }

  private secondary(): Node {
    const token = this.current;
    const { kind, value, at } = token;
    if (kind === 'identifier') {
      this.next();
      if (value === 'true' || value === 'false') return { kind: 'bool', value: value === 'true', at };
      if (value === 'nil') return { kind: 'nil', at };
      return this.postfix(this.named(token));
    }
    if (kind === 'number') {
      this.next();
      return numberNode(token);
    }
    if (kind === 'string') {
      this.next();
      const text: Node = { kind: 'string', value, at };
      return this.isNewer ? this.postfix(text) : text;
    }
    if (this.is('bracket', '[')) return this.postfix(this.array());
    if (this.is('bracket', '{')) return this.postfix(this.map());
    throw this.unexpected();
  }

  private named({ value: name, at }: Token): Node {
    if (!this.is('bracket', '(')) return { kind: 'name', name, at };
    if (predicates.has(name)) {
      this.next();
      const collection = this.expression(0);
      if (this.isNewer && optionalPredicates.has(name) && this.is('bracket', ')'))
        return this.counted(name, collection, at);
      this.expect('operator', ',');
      return { kind: 'builtin', name, args: [collection, ...this.closureArguments(name)], at };
    }
    const args = this.arguments();
    return builtinNames.has(name)
      ? { kind: 'builtin', name, args, at }
      : { kind: 'call', callee: { kind: 'name', name, at }, args, at };
  }

  /** A function whose predicate is left out takes the items for its answers. */
  private counted(name: string, collection: Node, at: number): Node {
    this.next();
    const closure: Node = { kind: 'closure', node: { kind: 'pointer', name: '', at }, at };
    return { kind: 'builtin', name, args: [collection, closure], at };
  }

  /** What follows the collection of a predicate, up to its closing parenthesis. */
  private closureArguments(name: string): readonly Node[] {
    const args = [this.closure()];
    if (name === 'reduce' && this.is('operator', ',')) {
      this.next();
      args.push(this.expression(0));
    }
    if (this.isNewer && this.is('operator', ',')) this.next();
    this.expect('bracket', ')');
    return args;
  }

  private closure(): Node {
    const { at } = this.current;
    const isBraced = this.is('bracket', '{');
    if (isBraced) this.next();
    this.closures += 1;
    const node = this.expression(0);
    this.closures -= 1;
    if (isBraced) this.expect('bracket', '}');
    return { kind: 'closure', node, at };
  }

  private pipe(left: Node): Node {
    const { value: name, at } = this.expect('identifier');
    if (predicates.has(name)) {
      this.expect('bracket', '(');
      if (this.isNewer && optionalPredicates.has(name) && this.is('bracket', ')'))
        return this.counted(name, left, at);
      return { kind: 'builtin', name, args: [left, ...this.closureArguments(name)], at };
    }
    const args = [left, ...this.arguments()];
    return builtinNames.has(name)
      ? { kind: 'builtin', name, args, at }
      : { kind: 'call', callee: { kind: 'name', name, at }, args, at };
  }

  private arguments(): readonly Node[] {
    this.expect('bracket', '(');
    const nodes: Node[] = [];
    while (!this.is('bracket', ')')) {
      if (nodes.length > 0) this.expect('operator', ',');
      if (this.isNewer && this.is('bracket', ')')) break;
      nodes.push(this.expression(0));
    }
    this.expect('bracket', ')');
    return nodes;
  }

  private array(): Node {
    const { at } = this.expect('bracket', '[');
    const nodes: Node[] = [];
    while (!this.is('bracket', ']')) {
      if (nodes.length > 0) {
        this.expect('operator', ',');
        if (this.is('bracket', ']')) break;
      }
      nodes.push(this.expression(0));
    }
    this.expect('bracket', ']');
    return { kind: 'array', nodes, at };
  }

  private map(): Node {
    const { at } = this.expect('bracket', '{');
    const pairs: { readonly key: Node; readonly value: Node }[] = [];
    while (!this.is('bracket', '}')) {
      if (pairs.length > 0) {
        this.expect('operator', ',');
        if (this.is('bracket', '}')) break;
      }
      const key = this.mapKey();
      this.expect('operator', ':');
      pairs.push({ key, value: this.expression(0) });
    }
    this.expect('bracket', '}');
    return { kind: 'map', pairs, at };
  }

  private mapKey(): Node {
    const { kind, value, at } = this.current;
    if (kind === 'number' || kind === 'string' || kind === 'identifier') {
      this.next();
      return { kind: 'string', value, at };
    }
    if (this.is('bracket', '(')) return this.expression(0);
    throw new ExpressionError(
      'a map key must be a quoted string, a number, a identifier, or an expression enclosed in parentheses',
      at,
    );
  }

  private postfix(base: Node): Node {
    let node = base;
    for (;;) {
      if (this.is('operator', '.') || this.is('operator', '?.')) node = this.property(node);
      else if (this.is('bracket', '[')) node = this.index(node);
      else return node;
    }
  }

  private property(base: Node): Node {
    const isOptional = this.current.value === '?.';
    this.next();
    const token = this.current;
    const { value, at } = token;
    if (
      token.kind !== 'identifier' &&
      !(token.kind === 'operator' && /^[\p{L}_$][\p{L}\p{Nd}_$]*$/u.test(value))
    )
      throw new ExpressionError('expected name', at);
    this.next();
    const isChain = base.kind === 'chain';
    const member: Node = {
      kind: 'member',
      base: isChain ? base.node : base,
      property: { kind: 'string', value, at },
      isOptional,
      at,
    };
    const node: Node = this.is('bracket', '(')
      ? { kind: 'call', callee: member, args: this.arguments(), at }
      : member;
    return isChain || isOptional ? { kind: 'chain', node, at } : node;
  }

  private index(base: Node): Node {
    const { at } = this.expect('bracket', '[');
    let from: Node | undefined;
    if (!this.is('operator', ':')) {
      from = this.expression(0);
      if (!this.is('operator', ':')) {
        this.expect('bracket', ']');
        return { kind: 'member', base, property: from, isOptional: false, at };
      }
    }
    this.next();
    const to = this.is('bracket', ']') ? undefined : this.expression(0);
    this.expect('bracket', ']');
    return { kind: 'slice', base, from, to, at };
  }
}

/** Functions of a list whose predicate can be left out from release 1.10 on. */
const optionalPredicates: ReadonlySet<string> = new Set(['count']);

const largestInt = 2n ** 63n - 1n;

function numberNode({ value: written, at }: Token): Node {
  const value = written.replaceAll('_', '');
  if (value.includes('x')) {
    if (!/^0x[\da-f]+$/i.test(value)) throw new ExpressionError('invalid hex literal', at);
    return intNode(BigInt(value), at);
  }
  if (/[.eE]/.test(value)) {
    const isFloat = /^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(value);
    if (!isFloat || !Number.isFinite(Number(value))) throw new ExpressionError('invalid float literal', at);
    return { kind: 'float', value: Number(value), at };
  }
  if (!/^\d+$/.test(value)) throw new ExpressionError('invalid integer literal', at);
  return intNode(BigInt(value), at);
}

function intNode(value: bigint, at: number): Node {
  if (value > largestInt) throw new ExpressionError('integer literal is too large', at);
  return { kind: 'int', value, at };
}
