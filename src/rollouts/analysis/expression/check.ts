import { memberType, membershipType } from './access-types.js';
import type { Node } from './ast.js';
import { ExpressionError, UnknownExpression } from './errors.js';
import { flexibleType } from './function-types.js';
import { coalesced, kindOf, operationType } from './operation-types.js';
import { builtinNames, environment, overloads, predicates } from './signatures.js';
import {
  any,
  bool,
  float,
  int,
  isAssignable,
  isNumberType,
  list,
  listOf,
  map,
  nil,
  stringType,
  type Type,
  typeText,
} from './types.js';
import { isGoPattern } from './pattern.js';

/** The static type of every node of a tree. */
export type Types = ReadonlyMap<Node, Type>;

/**
 * Checks an expression as the evaluator compiles it: names have to be known, and the types of operands and arguments have to fit.
 * The type of `result` is that of the value that is measured, so whether a condition compiles depends on the measurement. `isNewer` is
 * true for the evaluator of release 1.10.
 * https://github.com/expr-lang/expr/blob/v1.15.5/checker/checker.go
 * @throws {ExpressionError} for what does not compile
 */
export function checkTypes(tree: Node, result: Type, isNewer = false): Types {
  const checker = new Checker(result, isNewer);
  checker.visit(tree);
  return checker.types;
}

interface TypeScope {
  readonly collection: Type;
  readonly variables: Readonly<Record<string, Type>>;
}

class Checker {
  readonly types = new Map<Node, Type>();
  private readonly scopes: TypeScope[] = [];
  private readonly variables: {
    readonly name: string;
    readonly type: Type;
    readonly element: Type | undefined;
  }[] = [];

  constructor(
    private readonly result: Type,
    private readonly isNewer: boolean,
  ) {}

  visit(node: Node): Type {
    const type = this.typeOf(node);
    this.types.set(node, type);
    return type;
  }

  private typeOf(node: Node): Type {
    switch (node.kind) {
      case 'nil':
        return nil;
      case 'bool':
        return bool;
      case 'int':
        return int;
      case 'float':
        return float;
      case 'string':
        return stringType;
      case 'name':
        return this.name(node);
      case 'unary':
        return this.unary(node);
      case 'binary':
        return this.binary(node);
      case 'chain':
        return this.visit(node.node);
      case 'member':
        return this.member(node);
      case 'slice':
        return this.slice(node);
      case 'call':
        return this.call(node);
      case 'builtin':
        return predicates.has(node.name) ? this.predicate(node) : this.builtin(node);
      case 'closure':
        return this.closure(node);
      case 'pointer':
        return this.pointer(node);
      case 'let':
        return this.declaration(node);
      case 'choice':
        return this.choice(node);
      case 'array':
        for (const item of node.nodes) this.visit(item);
        return list;
      case 'map':
        for (const { key, value } of node.pairs) {
          this.visit(key);
          this.visit(value);
        }
        return map;
    }
  }

  private name({ name, at }: Of<'name'>): Type {
    const variable = this.variables.findLast((one) => one.name === name);
    if (variable) return variable.type;
    if (name === '$env') throw new UnknownExpression('it uses $env');
    if (builtinNames.has(name)) return { kind: 'function', parameters: [], result: any };
    if (name === 'result') return this.result;
    const known = environment.get(name);
    if (known) return known;
    throw new ExpressionError(`unknown name ${name}`, at);
  }

  private unary({ operator, node, at }: Of<'unary'>): Type {
    const type = this.visit(node);
    if (operator === '!' || operator === 'not') {
      if (type.kind === 'bool' || type.kind === 'any') return bool;
    } else if (isNumberType(type) || type.kind === 'any') return type;
    throw new ExpressionError(`invalid operation: ${operator} (mismatched type ${typeText(type)})`, at);
  }

  private binary(node: Of<'binary'>): Type {
    const [left, right] = [this.visit(node.left), this.visit(node.right)];
    const { operator, at } = node;
    if (operator === '??') return coalesced(left, right);
    if (operator === 'in') return membershipType(at, left, right, () => this.elementOf(node.right));
    if (operator === 'matches' && node.right.kind === 'string' && !isGoPattern(node.right.value))
      throw new ExpressionError(`error parsing regexp: ${JSON.stringify(node.right.value)}`, at);
    const type = operationType(operator, left, right);
    if (type) return type;
    throw new ExpressionError(
      `invalid operation: ${operator} (mismatched types ${typeText(left)} and ${typeText(right)})`,
      at,
    );
  }

  /** The common type of the elements of an array literal, or of a variable that holds one. */
  private elementOf(node: Node): Type | undefined {
    if (node.kind === 'chain') return this.elementOf(node.node);
    if (node.kind === 'let') return this.elementOf(node.node);
    if (node.kind === 'name') return this.variables.findLast(({ name }) => name === node.name)?.element;
    if (node.kind !== 'array') return undefined;
    const types = node.nodes.map((item) => this.types.get(item)!);
    const last = types.at(-1);
    const isUniform = types.every(
      (type, index) =>
        index === 0 ||
        (type.kind !== 'nil' &&
          types[index - 1]!.kind !== 'nil' &&
          kindOf(type) === kindOf(types[index - 1]!)),
    );
    return isUniform && last?.kind !== 'nil' ? last : undefined;
  }

  private member(node: Of<'member'>): Type {
    const [type, key] = [this.visit(node.base), this.visit(node.property)];
    if (node.base.kind === 'name' && node.base.name === '$env') throw new UnknownExpression('it uses $env');
    return memberType(node, type, key);
  }

  private slice({ base, from, to, at }: Of<'slice'>): Type {
    const type = this.visit(base);
    if (type.kind !== 'any' && type.kind !== 'string' && type.kind !== 'list')
      throw new ExpressionError(`cannot slice ${typeText(type)}`, at);
    for (const bound of [from, to])
      if (bound) {
        const own = this.visit(bound);
        if (own.kind !== 'int' && own.kind !== 'any')
          throw new ExpressionError(`non-integer slice index ${typeText(own)}`, bound.at);
      }
    return type;
  }

  private call({ callee, args, at }: Of<'call'>): Type {
    const type = this.visit(callee);
    const name = callee.kind === 'name' ? callee.name : 'function';
    if (type.kind === 'nil') throw new ExpressionError(`${name} is nil; cannot call nil as function`, at);
    // Arguments of a value whose type is unknown are not checked, and so have no types.
    if (type.kind === 'any') return any;
    if (type.kind !== 'function') throw new ExpressionError(`${typeText(type)} is not callable`, at);
    if (builtinNames.has(name)) throw new UnknownExpression('it calls a function by a variable');
    this.fit(name, type, args, at);
    return type.result;
  }

  private fit(
    name: string,
    { parameters }: Extract<Type, { kind: 'function' }>,
    args: readonly Node[],
    at: number,
  ): void {
    if (args.length > parameters.length) throw new ExpressionError(`too many arguments to call ${name}`, at);
    if (args.length < parameters.length)
      throw new ExpressionError(`not enough arguments to call ${name}`, at);
    for (const [index, argument] of args.entries()) {
      const [given, wanted] = [this.visit(argument), parameters[index]!];
      const isConverted = given.kind === 'int' && (wanted.kind === 'float' || wanted.kind === 'int');
      if (isConverted || given.kind === 'nil' || given.kind === 'any') continue;
      if (!isAssignable(given, wanted))
        throw new ExpressionError(
          `cannot use ${typeText(given)} as argument (type ${typeText(wanted)}) to call ${name}`,
          argument.at,
        );
    }
  }

  private predicate({ name, args, at }: Of<'builtin'>): Type {
    const [source, closure, initial] = args as [Node, Node, Node?];
    const collection = this.visit(source);
    if (collection.kind !== 'list' && collection.kind !== 'any')
      throw new ExpressionError(`builtin ${name} takes only array (got ${typeText(collection)})`, source.at);
    const variables: TypeScope['variables'] =
      name === 'map' ? { index: int } : name === 'reduce' ? { index: int, acc: any } : {};
    this.scopes.push({ collection, variables });
    const answer = this.visit(closure);
    this.scopes.pop();
    if (initial) this.visit(initial);
    if (!['map', 'groupBy', 'reduce'].includes(name) && answer.kind !== 'bool' && answer.kind !== 'any')
      throw new ExpressionError(`predicate should return boolean (got ${typeText(answer)})`, closure.at);
    const element = collection.kind === 'list' ? collection.element : any;
    switch (name) {
      case 'filter':
        return listOf(element);
      case 'map':
        return listOf(answer);
      case 'count':
      case 'findIndex':
      case 'findLastIndex':
        return int;
      case 'find':
      case 'findLast':
        return element;
      case 'groupBy':
        return { kind: 'map', key: 'any', element: list };
      case 'reduce':
        return answer;
      default:
        return at >= 0 ? bool : any;
    }
  }

  private closure({ node }: Of<'closure'>): Type {
    const type = this.visit(node);
    if (type.kind === 'nil') throw new ExpressionError('closure cannot be nil', node.at);
    return type;
  }

  private pointer({ name, at }: Of<'pointer'>): Type {
    const scope = this.scopes.at(-1);
    if (!scope) throw new ExpressionError('cannot use pointer accessor outside closure', at);
    if (name === '') return scope.collection.kind === 'list' ? scope.collection.element : any;
    const type = Object.hasOwn(scope.variables, name) ? scope.variables[name] : undefined;
    if (type) return type;
    throw new ExpressionError(`unknown pointer #${name}`, at);
  }

  private declaration({ name, value, node, at }: Of<'let'>): Type {
    const isTaken =
      name === 'result' ||
      environment.has(name) ||
      builtinNames.has(name) ||
      this.variables.some((one) => one.name === name);
    if (isTaken) throw new ExpressionError(`cannot redeclare ${name}`, at);
    const type = this.visit(value);
    this.variables.push({ name, type, element: this.elementOf(value) });
    const whole = this.visit(node);
    this.variables.pop();
    return whole;
  }

  private choice({ test, yes, no }: Of<'choice'>): Type {
    const type = this.visit(test);
    if (type.kind !== 'bool' && type.kind !== 'any')
      throw new ExpressionError(`non-bool expression (type ${typeText(type)}) used as condition`, test.at);
    const [one, another] = [this.visit(yes), this.visit(no)];
    if (one.kind === 'nil') return another;
    if (another.kind === 'nil') return one;
    return isAssignable(one, another) ? one : any;
  }

  private builtin({ name, args, at }: Of<'builtin'>): Type {
    const fixed = overloads.get(name);
    if (!fixed) {
      const types = name === 'get' && args.length !== 2 ? [] : args.map((argument) => this.visit(argument));
      const type = flexibleType(name, types, this.isNewer);
      if (typeof type === 'string') throw new ExpressionError(type, at);
      return type;
    }
    let refusal: ExpressionError | undefined;
    for (const signature of fixed)
      try {
        this.fit(name, signature, args, at);
        return signature.result;
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
        refusal = error;
        // An argument that does not compile itself is refused for every signature.
        for (const argument of args) this.visit(argument);
      }
    throw refusal ?? new ExpressionError(`no matching overload for ${name}`, at);
  }
}

type Of<K extends Node['kind']> = Extract<Node, { kind: K }>;
