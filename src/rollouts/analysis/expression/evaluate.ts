import type { Node } from './ast.js';
import { callBuiltin } from './builtins.js';
import { ExpressionError, UnknownExpression } from './errors.js';
import { ClosureAnswers, itemsOf } from './closures.js';
import { asFloat, asInt, operation } from './operations.js';
import { predicates } from './signatures.js';
import { fetched, GoInt, goInt, GoList, GoMap, toInt, typeName, type Value } from './values.js';

/** An evaluation that takes more steps is not finished. */
const maxSteps = 100_000;

/**
 * The value of an expression; `isNewer` is true for the evaluator of release 1.10.
 * https://github.com/expr-lang/expr/blob/v1.15.5/vm/vm.go
 * @throws {ExpressionError} where the evaluation fails
 * @throws {UnknownExpression} where this implementation does not know the value
 */
export function evaluate(node: Node, result: Value, isNewer = false): Value {
  return new ExpressionEvaluation(result, isNewer).value(node);
}

interface Scope {
  readonly items: readonly Value[];
  index: number;
  accumulated: Value;
}

class ExpressionEvaluation {
  private steps = 0;
  private readonly scopes: Scope[] = [];
  private readonly variables: { readonly name: string; readonly value: Value }[] = [];

  constructor(
    private readonly result: Value,
    private readonly isNewer: boolean,
  ) {}

  value(node: Node): Value {
    this.steps += 1;
    if (this.steps > maxSteps) throw new UnknownExpression('it takes too long');
    switch (node.kind) {
      case 'nil':
        return null;
      case 'bool':
      case 'float':
      case 'string':
        return node.value;
      case 'int':
        return goInt(node.value);
      case 'name':
        return this.named(node.name);
      case 'unary':
        return this.unary(node);
      case 'binary':
        return this.binary(node);
      case 'chain':
        return this.chain(node.node);
      case 'member':
        return this.member(node);
      case 'slice':
        return this.slice(node);
      case 'call':
        return this.call(node);
      case 'builtin':
        return predicates.has(node.name) ? this.predicate(node) : this.builtin(node);
      case 'closure':
        return this.value(node.node);
      case 'pointer':
        return this.pointer(node.name);
      case 'let':
        return this.declaration(node);
      case 'choice':
        return this.value(this.isTrue(node.test) ? node.yes : node.no);
      case 'array':
        return new GoList(node.nodes.map((item) => this.value(item)));
      case 'map':
        return this.map(node);
    }
  }

  private named(name: string): Value {
    const variable = this.variables.findLast((one) => one.name === name);
    if (variable) return variable.value;
    if (name === 'result') return this.result;
    throw new UnknownExpression('it uses a function as a value');
  }

  private isTrue(node: Node): boolean {
    const value = this.value(node);
    if (typeof value !== 'boolean')
      throw new ExpressionError(
        `interface conversion: interface {} is ${typeName(value)}, not bool`,
        node.at,
      );
    return value;
  }

  private unary({ operator, node }: Of<'unary'>): Value {
    if (operator === '!' || operator === 'not') return !this.isTrue(node);
    const value = this.value(node);
    if (operator === '+') return value;
    if (typeof value === 'number') return -value;
    if (value instanceof GoInt) return new GoInt(BigInt.asIntN(64, -value.value), value.size);
    throw new ExpressionError(`invalid operation: - ${typeName(value)}`, node.at);
  }

  private binary(node: Of<'binary'>): Value {
    const { operator, left, right } = node;
    switch (operator) {
      case 'and':
      case '&&':
        return this.isTrue(left) ? this.value(right) : false;
      case 'or':
      case '||':
        return this.isTrue(left) ? true : this.value(right);
      case '??':
        return this.value(left) ?? this.value(right);
      default:
        return operation(operator, this.value(left), this.value(right));
    }
  }

  /** A chain is nil where a base before `?.` is, and fails as any other member where a base before `.` is. */
  private chain(node: Node): Value {
    try {
      return this.value(node);
    } catch (error) {
      if (error instanceof NilBase) return null;
      throw error;
    }
  }

  private member({ base, property, isOptional }: Of<'member'>): Value {
    const from = this.value(base);
    if (isOptional && from === null) throw new NilBase();
    return fetched(from, this.value(property));
  }

  private slice({ base, from, to }: Of<'slice'>): Value {
    const whole = this.value(base);
    if (typeof whole === 'string') throw new UnknownExpression('it takes a part of a string');
    if (!(whole instanceof GoList)) throw new ExpressionError(`cannot slice ${typeName(whole)}`, base.at);
    const { length } = whole.items;
    const bound = (node: Node | undefined, otherwise: number): number => {
      const given = node ? Number(toInt(this.value(node))) : otherwise;
      return Math.max(given < 0 ? length + given : given, 0);
    };
    const end = Math.min(bound(to, length), length);
    return new GoList(whole.items.slice(Math.min(bound(from, 0), end), end), whole.element);
  }

  private call({ callee, args, at }: Of<'call'>): Value {
    const [first, second] = args.map((argument) => this.value(argument));
    const name = callee.kind === 'name' ? callee.name : '';
    switch (name) {
      case 'isNil':
        return this.result === null;
      case 'default':
        return this.result ?? second ?? null;
      case 'isNaN':
      case 'isInf':
        if (typeof first !== 'number')
          throw new ExpressionError(`${name} takes a float64, but got ${typeName(first ?? null)}`, at);
        return name === 'isNaN' ? Number.isNaN(first) : Math.abs(first) === Infinity;
      case 'asInt':
        return new GoInt(asInt(first ?? null), 'int64');
      case 'asFloat':
        return asFloat(first ?? null);
      default:
        throw new ExpressionError('a value is called as a function', at);
    }
  }

  private builtin(node: Of<'builtin'>): Value {
    const [base] = node.args;
    // The first of what is filtered is looked for, and the rest is not tried.
    if ((node.name === 'first' || node.name === 'last') && isFilter(base))
      return this.found(base, node.name === 'first') ?? null;
    return callBuiltin(
      node.name,
      node.args.map((argument) => this.value(argument)),
      this.isNewer,
    );
  }

  private found({ args }: Of<'builtin'>, isFirst: boolean): Value | undefined {
    const [collection, closure] = args as [Node, Node];
    const items = itemsOf(this.value(collection), collection.at);
    return this.within(items, (scope) => {
      const indices = [...items.keys()];
      for (const index of isFirst ? indices : indices.reverse()) {
        scope.index = index;
        if (this.isTrue(closure)) return items[index];
      }
      return undefined;
    });
  }

  private within<T>(items: readonly Value[], run: (scope: Scope) => T): T {
    const scope: Scope = { items, index: 0, accumulated: null };
    this.scopes.push(scope);
    const value = run(scope);
    this.scopes.pop();
    return value;
  }

  private predicate(node: Of<'builtin'>): Value {
    const [collection, closure, initial] = node.args as [Node, Node, Node?];
    const source = this.value(collection);
    const items = itemsOf(source, collection.at);
    const element = source instanceof GoList ? source.element : 'any';
    return this.within(items, (scope) => {
      if (node.name === 'reduce') return this.reduced(scope, closure, initial);
      const answers = new ClosureAnswers(items, (index) => {
        scope.index = index;
        return closure;
      });
      return answers.of(node.name, {
        isTrue: (one) => this.isTrue(one),
        value: (one) => this.value(one),
        element,
      });
    });
  }

  private reduced(scope: Scope, closure: Node, initial: Node | undefined): Value {
    let start = 0;
    if (initial) scope.accumulated = this.value(initial);
    else {
      const [first] = scope.items;
      if (first === undefined)
        throw new ExpressionError('reduce of empty array with no initial value', closure.at);
      scope.accumulated = first;
      start = 1;
    }
    for (let index = start; index < scope.items.length; index += 1) {
      scope.index = index;
      scope.accumulated = this.value(closure);
    }
    return scope.accumulated;
  }

  private pointer(name: string): Value {
    const scope = this.scopes.at(-1)!;
    if (name === 'index') return goInt(scope.index);
    if (name === 'acc') return scope.accumulated;
    return scope.items[scope.index]!;
  }

  private declaration({ name, value, node }: Of<'let'>): Value {
    this.variables.push({ name, value: this.value(value) });
    const whole = this.value(node);
    this.variables.pop();
    return whole;
  }

  private map({ pairs, at }: Of<'map'>): Value {
    const entries = pairs.map(({ key, value }) => [this.value(key), this.value(value)] as const);
    const unfit = entries.find(([key]) => typeof key !== 'string');
    if (unfit)
      throw new ExpressionError(
        `interface conversion: interface {} is ${typeName(unfit[0])}, not string`,
        at,
      );
    return new GoMap(new Map(entries as readonly (readonly [string, Value])[]));
  }
}

type Of<K extends Node['kind']> = Extract<Node, { kind: K }>;

/** Thrown where the base of `?.` is nil, up to the chain that it is part of. */
class NilBase extends Error {}

function isFilter(node: Node | undefined): node is Of<'builtin'> {
  return node?.kind === 'builtin' && node.name === 'filter';
}
