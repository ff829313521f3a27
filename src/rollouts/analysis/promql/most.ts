import type { SyntaxNode } from '@lezer/common';
import { memoizeRecent } from '../../../model/memo.js';
import { callArguments, maxQueryDepth, syntaxChildren } from './children.js';
import type { Parsed } from './empty.js';
import { withHoles } from './query.js';

/**
 * The largest number that a query can answer besides NaN: 1 for a share of requests among all of them, 100 for the same in percent.
 * Undefined where that is not certain.
 */
export const mostOf = memoizeRecent(64, (source): number | undefined => {
  const parsed = source.includes('/') ? withHoles(source) : undefined;
  if (!parsed) return undefined;
  const cursor = parsed.root.cursor();
  do if (cursor.type.isError) return undefined;
  while (cursor.next());
  const [expression] = syntaxChildren(parsed.root);
  return expression && boundedBy(expression, parsed, 0)?.most;
});

/** Numbers between which each answer is. */
interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Aggregations that answer one of the numbers they are given, or one between them. */
const between: ReadonlySet<string> = new Set(['avg', 'max', 'min']);

function boundedBy(node: SyntaxNode, parsed: Parsed, depth: number): Bounds | undefined {
  if (depth > maxQueryDepth) return undefined;
  const inner = (one: SyntaxNode | undefined): Bounds | undefined => one && boundedBy(one, parsed, depth + 1);
  const children = syntaxChildren(node);
  const [first] = children;
  switch (node.name) {
    case 'ParenExpr':
      return inner(first);
    case 'NumberDurationLiteral': {
      const number = Number(parsed.textOf(node));
      return Number.isFinite(number) ? { least: number, most: number } : undefined;
    }
    case 'BinaryExpr':
      return ofOperation(children, parsed, inner);
    case 'AggregateExpr':
    case 'FunctionCall': {
      const name = first ? parsed.textOf(first) : '';
      const [argument, another] = callArguments(children);
      const isSame =
        node.name === 'AggregateExpr' ? between.has(name) : name === 'scalar' || name === 'vector';
      return isSame && !another ? inner(argument) : undefined;
    }
    default:
      return undefined;
  }
}

function ofOperation(
  children: readonly SyntaxNode[],
  parsed: Parsed,
  inner: (one: SyntaxNode | undefined) => Bounds | undefined,
): Bounds | undefined {
  const [left, operator] = children;
  const right = children.at(-1);
  if (!left || !right) return undefined;
  if (operator?.name === 'Div' && isShare(left, right, parsed)) return { least: 0, most: 1 };
  // 100 * a / b is (100 * a) / b.
  const [factor, times] = left.name === 'BinaryExpr' ? syntaxChildren(left) : [];
  const counted = left.lastChild;
  const isScaled =
    operator?.name === 'Div' && times?.name === 'Mul' && counted && isShare(counted, right, parsed);
  const [one, another] = isScaled ? [inner(factor), { least: 0, most: 1 }] : [inner(left), inner(right)];
  if (!one || !another) return undefined;
  switch (operator?.name) {
    case 'Mul':
      return corners(one, another, (a, b) => a * b);
    case 'Div':
      if (isScaled) return corners(one, another, (a, b) => a * b);
      return another.least > 0 ? corners(one, another, (a, b) => a / b) : undefined;
    case 'Sub':
      return corners(one, another, (a, b) => a - b);
    case 'Or':
      return { least: Math.min(one.least, another.least), most: Math.max(one.most, another.most) };
    default:
      return undefined;
  }
}

function corners(one: Bounds, another: Bounds, of: (a: number, b: number) => number): Bounds {
  const all = [one.least, one.most].flatMap((a) => [another.least, another.most].map((b) => of(a, b)));
  return { least: Math.min(...all), most: Math.max(...all) };
}

/** Sums of how often something happened, without matchers. */
const sums =
  /^sum(?:(?:by|without)\([\w,]*\))?\((?:rate|increase|irate)\([a-zA-Z_:][\w:]*\[[^[\]]+\]\)\)(?:(?:by|without)\([\w,]*\))?$/;

/** Whether one sum counts some of the series that another one counts, and both in the same way. */
function isShare(one: SyntaxNode, another: SyntaxNode, parsed: Parsed): boolean {
  const [some, all] = [countedIn(one, parsed), countedIn(another, parsed)];
  return (
    some !== undefined &&
    all !== undefined &&
    some.way === all.way &&
    all.matchers.every((matcher) => some.matchers.includes(matcher))
  );
}

/** What a sum counts: the text without its matchers, and these. */
function countedIn(
  node: SyntaxNode,
  { textOf }: Parsed,
): { readonly way: string; readonly matchers: readonly string[] } | undefined {
  let unwrapped: SyntaxNode | undefined = node;
  while (unwrapped?.name === 'ParenExpr') [unwrapped] = syntaxChildren(unwrapped);
  if (!unwrapped) return undefined;
  const lists: SyntaxNode[] = [];
  unwrapped.cursor().iterate(({ name, node: inner }) => {
    if (name === 'LabelMatchers') lists.push(inner);
  });
  const [list, other] = lists;
  if (other) return undefined;
  const { from, to } = unwrapped;
  const text = list
    ? `${textOf({ from, to: list.from })}${textOf({ from: list.to, to })}`
    : textOf({ from, to });
  const way = text.replaceAll(/\s/g, '');
  if (!sums.test(way)) return undefined;
  return { way, matchers: list ? syntaxChildren(list).map((one) => textOf(one).replaceAll(/\s/g, '')) : [] };
}
