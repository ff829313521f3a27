import type { SyntaxNode } from '@lezer/common';
import { fitsWhole, maxPattern } from '../../../kubernetes/kinds/go-pattern.js';
import { functions, type PromType } from './functions.js';
import {
  alwaysCounts,
  comparisons,
  isNeverNegativeAfter,
  neverNegativeOfAny,
  neverNegativeOfSuch,
} from './signs.js';
import { syntaxChildren, maxQueryDepth } from './children.js';

/** Prometheus refuses the query. `at` is an offset in it. */
export class RefusedQuery extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

/** It is not known what Prometheus says of the query. */
export class Unknown extends Error {}

/** What the answer of a part of a query is. */
export interface Typed {
  readonly type: PromType;
  readonly isNeverNegative: boolean;
}

const setOperators: ReadonlySet<string> = new Set(['And', 'Or', 'Unless']);

/**
 * The parser of the grammar cuts its stack where operators are nested some 400 levels deep, and sees errors behind that Prometheus does not
 * see. So few characters cannot nest so deep.
 */
const farIn = 1500;
const labelsWithColon = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^():]*:/i;

/** Checks the syntax tree of a query as Prometheus' parser checks its own. */
export class Reader {
  constructor(private readonly source: string) {}

  /** @throws {RefusedQuery} at the first place that does not parse */
  checkSyntax(root: SyntaxNode): void {
    const cursor = root.cursor();
    do {
      if (cursor.type.isError) {
        const rest = this.source.slice(cursor.from).trimStart();
        // The grammar does not know numbers that end in a point, nor labels with a colon, which Prometheus takes.
        if (rest.startsWith('.') && /\d$/.test(this.source.slice(0, cursor.from))) throw new Unknown();
        if (labelsWithColon.test(this.source)) throw new Unknown();
        if (cursor.from > farIn) throw new Unknown();
        const found =
          rest === '' ? 'the query ends too early' : `unexpected ${JSON.stringify(rest.slice(0, 20))}`;
        throw new RefusedQuery(found, cursor.from);
      }
    } while (cursor.next());
  }

  typed(node: SyntaxNode, depth: number): Typed {
    if (depth > maxQueryDepth) throw new Unknown();
    const inner = (one: SyntaxNode): Typed => this.typed(one, depth + 1);
    switch (node.name) {
      case 'NumberDurationLiteral':
      case 'NumberLiteral':
        return { type: 'scalar', isNeverNegative: true };
      case 'StringLiteral':
        return { type: 'string', isNeverNegative: false };
      case 'VectorSelector':
        return this.selector(node);
      case 'MatrixSelector':
        return this.range(node, inner);
      case 'SubqueryExpr':
        return this.subquery(node, inner);
      case 'ParenExpr':
        return inner(syntaxChildren(node)[0]!);
      case 'OffsetExpr':
      case 'StepInvariantExpr':
        return this.modified(node, inner);
      case 'UnaryExpr':
        return this.unary(node, inner);
      case 'BinaryExpr':
        return this.binary(node, inner);
      case 'AggregateExpr':
        return this.aggregation(node, inner);
      case 'FunctionCall':
        return this.call(node, inner);
      default:
        throw new Unknown();
    }
  }

  private text(node: SyntaxNode): string {
    return this.source.slice(node.from, node.to);
  }

  /** Histograms and counters are not negative, which their names tell; other metrics may be. */
  private selector(node: SyntaxNode): Typed {
    const name = syntaxChildren(node).find(({ name: kind }) => kind === 'Identifier');
    const matchers = syntaxChildren(node).flatMap((part) =>
      part.name === 'LabelMatchers' ? syntaxChildren(part) : [],
    );
    const isLimited = matchers.map((matcher) => this.excludesEmpty(matcher)).includes(true);
    if (!name && !isLimited)
      throw new RefusedQuery(
        'a selector needs a metric name, or a matcher that an empty label does not fit',
        node.from,
      );
    const isCount = name !== undefined && /_(?:total|count|bucket)$/.test(this.text(name));
    return { type: 'vector', isNeverNegative: isCount };
  }

  /** Whether a matcher does not fit a series that lacks the label. */
  private excludesEmpty(matcher: SyntaxNode): boolean {
    const [, match, literal] = syntaxChildren(matcher);
    const operator = match?.firstChild;
    if (!operator || !literal) return true; // A quoted metric name.
    const value = this.text(literal).slice(1, -1);
    if (operator.name === 'EqlSingle') return value !== '';
    if (operator.name === 'Neq') return value === '';
    const fits = value.includes('\\') ? undefined : fitsWhole(value, '');
    if (fits === undefined) {
      if (!value.includes('\\') && value.length < maxPattern)
        throw new RefusedQuery(`Go cannot compile the regular expression "${value}"`, literal.from);
      return true;
    }
    return operator.name === 'EqlRegex' ? !fits : fits;
  }

  private range(node: SyntaxNode, inner: (one: SyntaxNode) => Typed): Typed {
    const [base] = syntaxChildren(node);
    if (base!.name !== 'VectorSelector')
      throw new RefusedQuery('a range needs a selector before it', base!.from);
    return { ...inner(base!), type: 'matrix' };
  }

  /** `offset` and `@` follow a selector or a subquery, each once. */
  private modified(node: SyntaxNode, inner: (one: SyntaxNode) => Typed): Typed {
    let base = syntaxChildren(node)[0]!;
    if (base.name !== node.name && (base.name === 'OffsetExpr' || base.name === 'StepInvariantExpr'))
      base = syntaxChildren(base)[0]!;
    // The grammar lets a modifier bind more weakly than operators, which Prometheus does not.
    if (base.name === 'BinaryExpr' || base.name === 'UnaryExpr') throw new Unknown();
    if (!['VectorSelector', 'MatrixSelector', 'SubqueryExpr'].includes(base.name))
      throw new RefusedQuery('a modifier needs a selector or a subquery before it', node.from);
    return inner(base);
  }

  private subquery(node: SyntaxNode, inner: (one: SyntaxNode) => Typed): Typed {
    const [base] = syntaxChildren(node);
    const { type, isNeverNegative } = inner(base!);
    if (type !== 'vector')
      throw new RefusedQuery(`a subquery needs an instant vector, but this is ${articled(type)}`, base!.from);
    return { type: 'matrix', isNeverNegative };
  }

  private unary(node: SyntaxNode, inner: (one: SyntaxNode) => Typed): Typed {
    const operand = syntaxChildren(node).at(-1)!;
    const { type, isNeverNegative } = inner(operand);
    if (type !== 'scalar' && type !== 'vector')
      throw new RefusedQuery(
        `a sign needs a scalar or an instant vector, but this is ${articled(type)}`,
        operand.from,
      );
    return { type, isNeverNegative: isNeverNegative && this.source[node.from] === '+' };
  }

  private binary(node: SyntaxNode, inner: (one: SyntaxNode) => Typed): Typed {
    const parts = syntaxChildren(node);
    const [left, right] = [parts[0]!, parts.at(-1)!];
    const operator = parts[1]!;
    const [one, another] = [inner(left), inner(right)];
    for (const [side, { type }] of [
      [left, one],
      [right, another],
    ] as const)
      if (type !== 'scalar' && type !== 'vector')
        throw new RefusedQuery(
          `an operator needs scalars or instant vectors, but this is ${articled(type)}`,
          side.from,
        );
    this.checkMatching(parts, operator, one.type === 'vector' && another.type === 'vector');
    const areScalars = one.type === 'scalar' && another.type === 'scalar';
    const isBool = this.isBool(operator, right);
    if (isBool && !comparisons.has(operator.name))
      throw new RefusedQuery('only comparisons take the bool modifier', operator.from);
    if (comparisons.has(operator.name) && areScalars && !isBool)
      throw new RefusedQuery('a comparison of scalars needs the bool modifier', operator.from);
    if (setOperators.has(operator.name) && (one.type === 'scalar' || another.type === 'scalar'))
      throw new RefusedQuery(`${this.text(operator)} needs instant vectors on both sides`, operator.from);
    const isNeverNegative = isBool || isNeverNegativeAfter(operator.name, one, another);
    return { type: areScalars ? 'scalar' : 'vector', isNeverNegative };
  }

  private isBool(operator: SyntaxNode, right: SyntaxNode): boolean {
    return /^\s*bool\b/i.test(this.source.slice(operator.to, right.from));
  }

  /** `on`, `ignoring` and grouping are for operations on two vectors, and set operations take no grouping. */
  private checkMatching(parts: readonly SyntaxNode[], operator: SyntaxNode, areVectors: boolean): void {
    const matching = parts.find(({ name }) => name === 'MatchingModifierClause');
    if (!matching) return;
    const hasLabels = syntaxChildren(matching).some(
      (part) => part.name === 'GroupingLabels' && syntaxChildren(part).length > 0,
    );
    if (!areVectors && hasLabels)
      throw new RefusedQuery('vectors are matched by labels, but one side is a scalar', matching.from);
    if (setOperators.has(operator.name) && /\bgroup_(?:left|right)\b/i.test(this.text(matching)))
      throw new RefusedQuery(`${this.text(operator)} takes no grouping`, matching.from);
  }

  private aggregation(node: SyntaxNode, inner: (one: SyntaxNode) => Typed): Typed {
    const parts = syntaxChildren(node);
    const operator = parts.find(({ name }) => name === 'AggregateOp')!;
    const body = parts.find(({ name }) => name === 'FunctionCallBody');
    const args = body ? syntaxChildren(body) : [];
    const name = this.text(operator).toLowerCase();
    const parameter = parameters[name];
    if (name.startsWith('limit')) throw new Unknown(); // Experimental.
    if (args.length !== (parameter === undefined ? 1 : 2))
      throw new RefusedQuery(`wrong number of arguments for ${name}: ${args.length}`, operator.from);
    if (parameter !== undefined) this.expect(args[0]!, inner(args[0]!).type, parameter, name);
    const { type, isNeverNegative } = inner(args.at(-1)!);
    this.expect(args.at(-1)!, type, 'vector', name);
    return {
      type: 'vector',
      isNeverNegative: alwaysCounts.has(name) || (isNeverNegative && name !== 'quantile'),
    };
  }

  private call(node: SyntaxNode, inner: (one: SyntaxNode) => Typed): Typed {
    const [identifier, body] = syntaxChildren(node);
    const name = this.text(identifier!);
    const known = functions.get(name);
    if (!known) throw new Unknown(); // Newer, experimental, or of another server.
    const args = body ? syntaxChildren(body) : [];
    const { parameters: wanted, variadic, result } = known;
    const least = wanted.length - (variadic === 0 ? 0 : 1);
    const most = variadic < 0 ? Infinity : least + variadic;
    if (args.length < least || args.length > most)
      throw new RefusedQuery(`wrong number of arguments for ${name}: ${args.length}`, identifier!.from);
    const given = args.map((argument, index) => {
      const typed = inner(argument);
      this.expect(argument, typed.type, wanted[Math.min(index, wanted.length - 1)]!, name);
      return typed;
    });
    const isSuch = given.every(({ type, isNeverNegative }) => type === 'string' || isNeverNegative);
    return {
      type: result,
      isNeverNegative: neverNegativeOfAny.has(name) || (neverNegativeOfSuch.has(name) && isSuch),
    };
  }

  private expect({ from }: SyntaxNode, given: PromType, wanted: PromType, name: string): void {
    if (given !== wanted)
      throw new RefusedQuery(`${name} needs ${articled(wanted)}, but this is ${articled(given)}`, from);
  }
}

/** The types of the first of two arguments of aggregations that take two. */
const parameters: Readonly<Record<string, PromType>> = {
  topk: 'scalar',
  bottomk: 'scalar',
  quantile: 'scalar',
  count_values: 'string',
};
function articled(type: PromType): string {
  return { scalar: 'a scalar', vector: 'an instant vector', matrix: 'a range vector', string: 'a string' }[
    type
  ];
}
