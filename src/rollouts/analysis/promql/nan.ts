import type { SyntaxNode } from '@lezer/common';
import { syntaxChildren, callArguments, maxQueryDepth } from './children.js';
import { parsePromql } from './parser.js';
import { readQuery } from './query.js';

/** Functions of a range whose answer is 0 while a counter does not increase. */
const increases: ReadonlySet<string> = new Set(['rate', 'irate', 'increase']);
/** Aggregations that answer 0 for samples that are 0, and NaN for samples that are NaN. */
const aggregations: ReadonlySet<string> = new Set(['sum', 'avg', 'max', 'min']);

/** What an expression answers while its counters do not increase, if that is certain. */
type Idle = 'zero' | 'NaN' | undefined;

/**
 * Whether the answer of a query certainly is NaN while its series exist and no counter of it increases, as without requests: 0 is
 * divided by 0, or a quantile is asked of a histogram without observations.
 * https://prometheus.io/docs/prometheus/latest/querying/functions/#histogram_quantile
 */
export function isNaNWhenIdle(source: string): boolean {
  if (readQuery(source).kind !== 'taken') return false;
  const root = parsePromql(source);
  const [expression] = root ? syntaxChildren(root) : [];
  return expression !== undefined && idle(expression, source, 0) === 'NaN';
}

function idle(node: SyntaxNode, source: string, depth: number): Idle {
  if (depth > maxQueryDepth) return undefined;
  const inner = (one: SyntaxNode | undefined): Idle => one && idle(one, source, depth + 1);
  const children = syntaxChildren(node);
  const textOf = (one: SyntaxNode | undefined): string => (one ? source.slice(one.from, one.to) : '');
  switch (node.name) {
    case 'ParenExpr':
      return inner(children[0]);
    case 'UnaryExpr':
      return inner(children.at(-1));
    case 'BinaryExpr':
      return ofOperation(children[1]?.name ?? '', [children[0], children.at(-1)], inner);
    case 'AggregateExpr': {
      const operator = children.find(({ name }) => name === 'AggregateOp');
      return aggregations.has(textOf(operator).toLowerCase())
        ? inner(callArguments(children).at(-1))
        : undefined;
    }
    case 'FunctionCall': {
      const name = textOf(children[0]);
      const args = callArguments(children);
      if (increases.has(name)) return args[0]?.name === 'MatrixSelector' ? 'zero' : undefined;
      if (name === 'vector') return /^0(?:\.0*)?$/.test(textOf(args[0])) ? 'zero' : undefined;
      if (name === 'scalar') return inner(args[0]);
      return name === 'histogram_quantile' && inner(args[1]) === 'zero' ? 'NaN' : undefined;
    }
    default:
      return undefined;
  }
}

function ofOperation(
  operator: string,
  [left, right]: readonly (SyntaxNode | undefined)[],
  inner: (one: SyntaxNode | undefined) => Idle,
): Idle {
  const [one, another] = [inner(left), inner(right)];
  switch (operator) {
    case 'Div':
      if (one === 'NaN' || another === 'NaN') return 'NaN';
      if (one !== 'zero') return undefined;
      return another === 'zero' ? 'NaN' : isNumberLiteral(right) ? 'zero' : undefined;
    case 'Add':
    case 'Sub':
      if (one === 'NaN' || another === 'NaN') return 'NaN';
      return one === 'zero' && another === 'zero' ? 'zero' : undefined;
    case 'Mul':
      if (one === 'NaN' || another === 'NaN') return 'NaN';
      return (one === 'zero' && isNumberLiteral(right)) || (another === 'zero' && isNumberLiteral(left))
        ? 'zero'
        : undefined;
    // A sample that is NaN is a sample, so it is not filled in. Of a divisor that is filled in by another number a new
    // version without requests has no series yet, so it is not zero.
    case 'Or':
      return one === 'zero' && another !== 'zero' ? undefined : one;
    default:
      return undefined;
  }
}

function isNumberLiteral(node: SyntaxNode | undefined): boolean {
  return node !== undefined && /^Number(?:Duration)?Literal$/.test(node.name);
}
