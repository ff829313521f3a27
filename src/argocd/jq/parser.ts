import type { JqEntry, JqNode, JqPart, JqPattern, JqPatternEntry, JqShape } from './ast.js';
import { Cursor } from './cursor.js';
import { tokenize } from './lexer.js';

/**
 * Parses a whole program without modules; throws a JqParseError.
 * https://github.com/itchyny/gojq/blob/v0.12.19/parser.go.y
 */
export function parseQuery(text: string): JqNode {
  const parser = new JqParser(tokenize(text));
  const query = parser.query();
  parser.expect('end');
  return query;
}

interface Operator {
  readonly level: number;
  readonly chain: 'left' | 'right' | 'none';
}

/** From loose to tight; `|` and `,` join queries, the others expressions. */
const operators: ReadonlyMap<string, Operator> = new Map(
  (
    [
      ['right', ['|']],
      ['left', [',']],
      ['right', ['//']],
      ['none', ['=', '|=', '+=', '-=', '*=', '/=', '%=', '//=']],
      ['left', ['or']],
      ['left', ['and']],
      ['none', ['==', '!=', '<', '<=', '>', '>=']],
      ['left', ['+', '-']],
      ['left', ['*', '/', '%']],
    ] as const
  ).flatMap(([chain, symbols], level) => symbols.map((symbol) => [symbol, { level, chain }] as const)),
);
const expressionLevel = 2;

class JqParser extends Cursor {
  query(): JqNode {
    return this.binary(0, () => this.statement());
  }

  /** `as` binds all the expression to its left, and looser than every operator but `,` and `|`. */
  private statement(): JqNode {
    const { start } = this.peek();
    if (this.accept('keyword', 'def')) return this.definition(start);
    if (this.accept('keyword', 'label')) {
      const name = this.expect('variable').value;
      this.expect('symbol', '|');
      return this.node(start, { type: 'label', name, body: this.query() });
    }
    const source = this.expression();
    if (!this.accept('keyword', 'as')) return source;
    const patterns = [this.pattern()];
    while (this.accept('symbol', '?//')) patterns.push(this.pattern());
    this.expect('symbol', '|');
    return this.node(start, { type: 'bind', source, patterns, body: this.query() });
  }

  private definition(start: number): JqNode {
    const name = this.expect('name').value;
    const params: string[] = [];
    if (this.accept('symbol', '(')) {
      do params.push((this.accept('variable') ?? this.expect('name')).value);
      while (this.accept('symbol', ';'));
      this.expect('symbol', ')');
    }
    this.expect('symbol', ':');
    const body = this.query();
    this.expect('symbol', ';');
    return this.node(start, { type: 'def', name, params, body, rest: this.query() });
  }

  private expression(): JqNode {
    return this.binary(expressionLevel, () => this.term());
  }

  private binary(loosest: number, operand: () => JqNode): JqNode {
    const { start } = this.peek();
    let left = operand();
    for (;;) {
      const { value, type } = this.peek();
      const operator = type === 'symbol' || type === 'keyword' ? operators.get(value) : undefined;
      if (!operator || operator.level < loosest) return left;
      this.advance();
      const { level, chain } = operator;
      const right = this.binary(chain === 'right' ? level : level + 1, operand);
      left = this.node(start, { type: 'binary', operator: value, left, right });
      const next = this.peek();
      if (chain === 'none' && operators.get(next.value)?.level === level) this.reject();
    }
  }

  private term(): JqNode {
    const { start } = this.peek();
    let node = this.atom();
    for (;;) {
      const shape = this.suffix(node);
      if (!shape) return node;
      node = this.node(start, shape);
    }
  }

  private suffix(target: JqNode): JqShape | undefined {
    const { start, end } = this.peek();
    const field = this.accept('field');
    if (field)
      return { type: 'index', target, key: { type: 'literal', value: field.value, start: start + 1, end } };
    if (this.accept('symbol', '?')) return { type: 'optional', target };
    if (this.accept('symbol', '.')) {
      if (this.peek().type === 'symbol') return this.brackets(target);
      return { type: 'index', target, key: this.string() };
    }
    return this.is('symbol', '[') ? this.brackets(target) : undefined;
  }

  private brackets(target: JqNode): JqShape {
    this.expect('symbol', '[');
    if (this.accept('symbol', ']')) return { type: 'iterate', target };
    const from = this.is('symbol', ':') ? undefined : this.query();
    if (from && this.accept('symbol', ']')) return { type: 'index', target, key: constant(from) };
    this.expect('symbol', ':');
    const to = from && this.is('symbol', ']') ? undefined : this.query();
    this.expect('symbol', ']');
    return { type: 'slice', target, from: from && constant(from), to: to && constant(to) };
  }

  private atom(): JqNode {
    const { type, value, start, end } = this.peek();
    if (type === 'keyword') return this.node(start, this.keyword());
    if (type === 'string' || type === 'string-start') return this.string();
    if (type === 'field') {
      // `.name` is an index of `.`
      const identity: JqNode = { type: 'identity', start, end: start };
      return this.node(start, this.suffix(identity)!);
    }
    this.advance();
    switch (type) {
      case 'number':
        return this.node(start, { type: 'literal', value: Number(value), isFloat: /[.eE]/.test(value) });
      case 'variable':
      case 'module-variable':
        return this.node(start, { type: 'variable', name: value });
      case 'format':
        if (!this.peek().type.startsWith('string')) return this.node(start, { type: 'format', name: value });
        return this.string(value, start);
      case 'name':
      case 'module-name':
        return this.node(start, { type: 'call', name: value, args: this.arguments() });
      case 'symbol':
        return this.symbol(value, start, end);
      default:
        return this.reject(-1);
    }
  }

  private symbol(value: string, start: number, end: number): JqNode {
    switch (value) {
      case '.': {
        const identity: JqNode = { type: 'identity', start, end };
        if (this.is('symbol', '[')) return this.node(start, this.brackets(identity));
        if (!this.peek().type.startsWith('string')) return identity;
        return this.node(start, { type: 'index', target: identity, key: this.string() });
      }
      case '..':
        return this.node(start, { type: 'recurse' });
      case '+':
      case '-':
        return this.node(start, signed(value, this.term()));
      case '(': {
        const inner = this.query();
        this.expect('symbol', ')');
        return this.node(start, { type: 'group', inner });
      }
      case '[': {
        const items = this.is('symbol', ']') ? undefined : this.query();
        this.expect('symbol', ']');
        return this.node(start, { type: 'array', items });
      }
      case '{':
        return this.node(start, { type: 'object', entries: this.entries() });
      default:
        return this.reject(-1);
    }
  }

  private arguments(): readonly JqNode[] {
    if (!this.accept('symbol', '(')) return [];
    const args = [this.query()];
    while (this.accept('symbol', ';')) args.push(this.query());
    this.expect('symbol', ')');
    return args;
  }

  private keyword(): JqShape {
    const { value } = this.expect('keyword');
    switch (value) {
      case 'null':
        return { type: 'literal', value: null };
      case 'true':
      case 'false':
        return { type: 'literal', value: value === 'true' };
      case 'if':
        return this.condition();
      case 'try': {
        const body = this.term();
        return { type: 'try', body, handler: this.accept('keyword', 'catch') && this.term() };
      }
      case 'break':
        return { type: 'break', name: this.expect('variable').value };
      case 'reduce':
      case 'foreach':
        return this.fold(value);
      default:
        return this.reject(-1);
    }
  }

  private condition(): JqShape {
    const condition = this.query();
    this.expect('keyword', 'then');
    const then = this.query();
    const { start } = this.peek();
    if (this.accept('keyword', 'elif'))
      return { type: 'if', condition, then, otherwise: this.node(start, this.condition()) };
    const otherwise = this.accept('keyword', 'else') && this.query();
    this.expect('keyword', 'end');
    return { type: 'if', condition, then, otherwise };
  }

  private fold(type: 'reduce' | 'foreach'): JqShape {
    const source = this.expression();
    this.expect('keyword', 'as');
    const pattern = this.pattern();
    this.expect('symbol', '(');
    const init = this.query();
    this.expect('symbol', ';');
    const update = this.query();
    const extract = type === 'foreach' && this.accept('symbol', ';') ? this.query() : undefined;
    this.expect('symbol', ')');
    return { type, source, pattern, init, update, extract };
  }

  private string(format?: string, start = this.peek().start): JqNode {
    const whole = this.accept('string');
    if (whole && format === undefined) return this.node(start, { type: 'literal', value: whole.value });
    if (whole) return this.node(start, { type: 'string', format, parts: [whole.value] });
    this.expect('string-start');
    const parts: JqPart[] = [];
    while (!this.accept('string-end')) {
      const part = this.accept('string-part');
      if (part) {
        parts.push(part.value);
      } else {
        this.expect('query-start');
        parts.push(this.query());
        this.expect('query-end');
      }
    }
    return this.node(start, { type: 'string', format, parts });
  }

  private entries(): readonly JqEntry[] {
    const entries: JqEntry[] = [];
    while (!this.accept('symbol', '}')) {
      if (entries.length > 0) this.expect('symbol', ',');
      if (entries.length > 0 && this.accept('symbol', '}')) break; // A comma may stand last.
      const key = this.key();
      const isQuery = key.type === 'group';
      const value = (isQuery ? this.expect('symbol', ':') : this.accept('symbol', ':')) && this.entryValue();
      entries.push({ key, value });
    }
    return entries;
  }

  private entryValue(): JqNode {
    const { start } = this.peek();
    const left = this.expression();
    if (!this.accept('symbol', '|')) return left;
    return this.node(start, { type: 'binary', operator: '|', left, right: this.entryValue() });
  }

  /** The key of an object or of an object pattern: a word, a variable, a string or a query in parentheses. */
  private key(): JqNode {
    const { start, type, value } = this.peek();
    if (this.accept('variable')) return this.node(start, { type: 'variable', name: value });
    if (this.accept('keyword') ?? this.accept('name')) return this.node(start, { type: 'literal', value });
    if (type.startsWith('string')) return this.string();
    this.expect('symbol', '(');
    const inner = this.query();
    this.expect('symbol', ')');
    return this.node(start, { type: 'group', inner });
  }

  private pattern(): JqPattern {
    const variable = this.accept('variable');
    if (variable) return { type: 'variable', name: variable.value };
    if (this.accept('symbol', '[')) {
      const items = [this.pattern()];
      while (this.accept('symbol', ',')) items.push(this.pattern());
      this.expect('symbol', ']');
      return { type: 'array', items };
    }
    this.expect('symbol', '{');
    const entries: JqPatternEntry[] = [];
    do {
      const key = this.key();
      const isAlone = key.type === 'variable' && !this.is('symbol', ':');
      if (!isAlone) this.expect('symbol', ':');
      entries.push({ key, value: isAlone ? undefined : this.pattern() });
    } while (this.accept('symbol', ','));
    this.expect('symbol', '}');
    return { type: 'object', entries };
  }
}

/** gojq forgets what is around a constant key or a number with a sign: `.["a".b]` is `.a`, and `-1[0]` is -1. */
function constant(node: JqNode): JqNode {
  let base = node;
  while (base.type === 'def') base = base.rest;
  while ('target' in base) base = base.target;
  const isConstant = base.type === 'literal' && ['string', 'number'].includes(typeof base.value);
  return isConstant ? base : node;
}

function signed(operator: '+' | '-', operand: JqNode): JqShape {
  const base = constant(operand);
  if (base.type !== 'literal' || typeof base.value !== 'number') return { type: 'unary', operator, operand };
  return { ...base, value: operator === '-' ? -base.value : base.value };
}
