import type { SyntaxNode } from '@lezer/common';
import { syntaxChildren, callArguments, maxQueryDepth } from './children.js';
import type { Parsed } from './empty.js';
import { withHoles } from './query.js';

/** What an expression answers: no sample, or one number; undefined if that is not certain. */
type SampleAnswer = 'empty' | number | undefined;

type Inner = (node: SyntaxNode | undefined) => SampleAnswer;

/**
 * The number that a query certainly answers while no series that it selects exists, as `vector(0) / vector(1)` does for
 * `(a or vector(0)) / (b or vector(1))`; undefined if it then answers nothing, or if that is not known. NaN is such a number: what `scalar`
 * answers for no sample.
 * https://prometheus.io/docs/prometheus/latest/querying/functions/#scalar
 */
export function answerWithoutSamples(source: string): number | undefined {
  // Parsing takes longer than all else here, and few queries fill something in.
  if (!/\b(?:vector|scalar)\s*\(/.test(source)) return undefined;
  const parsed = withHoles(source);
  if (!parsed) return undefined;
  const cursor = parsed.root.cursor();
  do if (cursor.type.isError) return undefined;
  while (cursor.next());
  const found = answerOf(syntaxChildren(parsed.root)[0], parsed, 0);
  return found === 'empty' ? undefined : found;
}

function answerOf(node: SyntaxNode | undefined, parsed: Parsed, depth: number): SampleAnswer {
  if (!node || depth > maxQueryDepth) return undefined;
  const inner: Inner = (one) => answerOf(one, parsed, depth + 1);
  const children = syntaxChildren(node);
  switch (node.name) {
    case 'VectorSelector':
      // A hole can stand for anything, also for a number.
      return parsed.textOf(node).startsWith('{{') ? undefined : 'empty';
    case 'MatrixSelector':
    case 'SubqueryExpr':
    case 'ParenExpr':
    case 'OffsetExpr':
    case 'StepInvariantExpr':
      return inner(children[0]);
    case 'NumberDurationLiteral':
      return numberLiteral(parsed.textOf(node));
    case 'UnaryExpr':
      return ofUnary(parsed.textOf(node), inner(children.at(-1)));
    case 'BinaryExpr':
      return ofBinary(children, inner);
    case 'AggregateExpr':
      return ofAggregate(children, parsed, inner);
    case 'FunctionCall':
      return ofCall(parsed.textOf(children[0]!), callArguments(children), inner);
    default:
      return undefined;
  }
}

function numberLiteral(text: string): number | undefined {
  return /^(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?:e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : undefined;
}

function ofUnary(text: string, answer: SampleAnswer): SampleAnswer {
  return typeof answer === 'number' && text.startsWith('-') ? -answer : answer;
}

const operations: Readonly<Record<string, (left: number, right: number) => number>> = {
  Add: (left, right) => left + right,
  Sub: (left, right) => left - right,
  Mul: (left, right) => left * right,
  Div: (left, right) => left / right,
};

function ofBinary(children: readonly SyntaxNode[], inner: Inner): SampleAnswer {
  const names = children.map(({ name }) => name);
  const [left, right] = [inner(children[0]), inner(children.at(-1))];
  // All numbers here have no labels, so a left one hides the right one.
  if (names.includes('Or')) return left === 'empty' ? right : left;
  if (names.includes('Unless')) return left === 'empty' || right === 'empty' ? left : undefined;
  if (left === 'empty' || right === 'empty') return 'empty';
  const operation = operations[names[1] ?? ''];
  return left === undefined || right === undefined ? undefined : operation?.(left, right);
}

/** Aggregations whose answer for one sample is the sample. */
const keeping: ReadonlySet<string> = new Set(['sum', 'avg', 'max', 'min']);

function ofAggregate(children: readonly SyntaxNode[], parsed: Parsed, inner: Inner): SampleAnswer {
  const operator = children.find(({ name }) => name === 'AggregateOp');
  const answers = callArguments(children).map(inner);
  if (answers.includes('empty')) return 'empty';
  return operator && keeping.has(parsed.textOf(operator).toLowerCase()) ? answers.at(-1) : undefined;
}

function ofCall(name: string, args: readonly SyntaxNode[], inner: Inner): SampleAnswer {
  const [first, second] = args.map(inner);
  switch (name) {
    case 'vector':
      return first;
    case 'scalar':
      return first === 'empty' ? NaN : first;
    case 'clamp_min':
    case 'clamp_max':
      if (typeof first === 'number' && typeof second === 'number')
        return name === 'clamp_min' ? Math.max(first, second) : Math.min(first, second);
      return first === 'empty' ? 'empty' : undefined;
    case 'absent':
    case 'absent_over_time':
    case 'time':
    case 'pi':
      // What is absent is a sample with the labels of the selector.
      return undefined;
    default:
      return [first, second].includes('empty') ? 'empty' : undefined;
  }
}
