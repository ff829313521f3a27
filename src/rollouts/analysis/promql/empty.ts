import type { SyntaxNode } from '@lezer/common';
import { syntaxChildren, callArguments, maxQueryDepth } from './children.js';

/** A query in which names stand for its holes. */
export interface Parsed {
  readonly root: SyntaxNode;
  /** The text of a node with its holes unchanged. */
  readonly textOf: (node: Pick<SyntaxNode, 'from' | 'to'>) => string;
}

interface ParsedWithAbsent extends Parsed {
  /** Whether no series has a label with the value. */
  readonly isAbsent: (value: string) => boolean;
}

/** Functions whose answer has a sample even if what they are given has none. */
const filling: ReadonlySet<string> = new Set(['absent', 'absent_over_time', 'scalar', 'vector']);

/**
 * Whether an expression certainly has no sample: a selector finds no series, and what is made of it fills nothing in.
 * https://prometheus.io/docs/prometheus/latest/querying/operators/
 */
export function findsNothing(node: SyntaxNode, asked: ParsedWithAbsent, depth = 0): boolean {
  if (depth > maxQueryDepth) return false;
  const inner = (one: SyntaxNode | undefined): boolean =>
    one !== undefined && findsNothing(one, asked, depth + 1);
  const children = syntaxChildren(node);
  switch (node.name) {
    case 'VectorSelector':
      return isSelectorEmpty(node, asked);
    case 'MatrixSelector':
    case 'SubqueryExpr':
    case 'ParenExpr':
    case 'OffsetExpr':
    case 'StepInvariantExpr':
      return inner(children[0]);
    case 'UnaryExpr':
      return inner(children.at(-1));
    case 'BinaryExpr': {
      const [left, right] = [inner(children[0]), inner(children.at(-1))];
      if (children.some(({ name }) => name === 'Or')) return left && right;
      return children.some(({ name }) => name === 'Unless') ? left : left || right;
    }
    case 'AggregateExpr':
      return callArguments(children).some(inner);
    case 'FunctionCall':
      return !filling.has(asked.textOf(children[0]!)) && callArguments(children).some(inner);
    default:
      return false;
  }
}

function isSelectorEmpty(node: SyntaxNode, { isAbsent, textOf }: ParsedWithAbsent): boolean {
  const matchers = syntaxChildren(node).flatMap((part) =>
    part.name === 'LabelMatchers' ? syntaxChildren(part) : [],
  );
  return matchers.some((matcher) => {
    const [, match, literal] = syntaxChildren(matcher);
    const operator = match?.firstChild?.name;
    if (!literal || (operator !== 'EqlSingle' && operator !== 'EqlRegex')) return false;
    const value = textOf(literal).slice(1, -1);
    // Each alternative of an expression may fit another series.
    return (operator === 'EqlRegex' ? value.split('|') : [value]).every((one) => isAbsent(one));
  });
}
