import type { SyntaxNode } from '@lezer/common';
import { memoizeRecent } from '../../../model/memo.js';
import { callArguments, maxQueryDepth, syntaxChildren, unwrapped } from './children.js';
import type { Parsed } from './empty.js';
import { withHoles } from './query.js';

/** Why the answer of a query has several samples, and what they differ by. */
export interface Several {
  /** A label by which they differ. */
  readonly by: string;
  /** Whether it is a quantile of buckets that are not added up. */
  readonly isQuantile: boolean;
}

/**
 * Why the answer of a query has a sample for each pod, path or status code, during an update in which pods of two versions run; undefined if
 * it is one number, or if that is not known.
 * https://prometheus.io/docs/prometheus/latest/querying/functions/#histogram_quantile
 */
export const severalIn = memoizeRecent(64, (source): Several | undefined => {
  const parsed = withHoles(source);
  if (!parsed) return undefined;
  const cursor = parsed.root.cursor();
  do if (cursor.type.isError) return undefined;
  while (cursor.next());
  const [expression] = syntaxChildren(parsed.root);
  return expression && severalOf(expression, parsed, 0);
});

/** Functions that answer a sample for each one of their first argument. */
const sampleFunctions: ReadonlySet<string> = new Set([
  ...['abs', 'ceil', 'floor', 'round', 'clamp', 'clamp_max', 'clamp_min', 'sqrt'],
]);
const rateFunctions: ReadonlySet<string> = new Set(['rate', 'irate', 'increase']);
/** Labels that have several values in one program: those of its pods, and those of its requests. */
const varying =
  /^(?:pod|pod_name|kubernetes_pod_name|instance|path|handler|uri|route|method|code|status|status_code|response_code)$/;
/** Labels by which one pod or one version can be selected. */
const labelsOfOnePod = /pod|hash|revision|version|instance|container_id|replica_?set|canary/i;

function severalOf(node: SyntaxNode, parsed: Parsed, depth: number): Several | undefined {
  if (depth > maxQueryDepth) return undefined;
  const inner = (one: SyntaxNode | undefined): Several | undefined =>
    one && severalOf(one, parsed, depth + 1);
  const children = syntaxChildren(node);
  const [first] = children;
  switch (node.name) {
    case 'ParenExpr':
      return inner(first);
    case 'UnaryExpr':
      return inner(children.at(-1));
    case 'BinaryExpr':
      return severalOfOperation(children, inner);
    case 'AggregateExpr':
      return severalOfAggregation(node, 'counter', parsed);
    case 'FunctionCall': {
      const name = first ? parsed.textOf(first) : '';
      const args = callArguments(children);
      if (sampleFunctions.has(name)) return inner(args[0]);
      if (name === 'histogram_quantile') return severalOfQuantile(args[1], parsed);
      return rateFunctions.has(name) && isOfManyPods(node, parsed, 'counter')
        ? { by: 'pod', isQuantile: false }
        : undefined;
    }
    default:
      return undefined;
  }
}

/** Arithmetic with a number keeps the samples; a comparison may leave one, and `or` adds to them. */
function severalOfOperation(
  children: readonly SyntaxNode[],
  inner: (one: SyntaxNode | undefined) => Several | undefined,
): Several | undefined {
  const [left, operator] = children;
  const right = children.at(-1);
  if (operator?.name === 'Or') return inner(left) ?? inner(right);
  if (!['Add', 'Sub', 'Mul', 'Div'].includes(operator?.name ?? '')) return undefined;
  if (isPlainNumber(right)) return inner(left);
  return isPlainNumber(left) ? inner(right) : undefined;
}

function isPlainNumber(node: SyntaxNode | undefined): boolean {
  return /^Number(?:Duration)?Literal$/.test(node?.name ?? '');
}

/** A sum, a mean or an extreme for each value of a label that has several. */
function severalOfAggregation(
  node: SyntaxNode,
  what: 'buckets' | 'counter',
  parsed: Parsed,
): Several | undefined {
  const children = syntaxChildren(node);
  const operator = children.find(({ name }) => name === 'AggregateOp');
  if (!/^(?:sum|avg|max|min|count)$/i.test(operator ? parsed.textOf(operator) : '')) return undefined;
  const by = groupedBy(children, parsed)?.find((label) => varying.test(label));
  if (by === undefined || labelValuesIn(node, parsed).some(({ label }) => label === by)) return undefined;
  if (!isOfManyPods(node, parsed, what)) return undefined;
  return { by, isQuantile: what === 'buckets' };
}

/** The labels of `by`; undefined if there are none, or those of `without`. */
function groupedBy(children: readonly SyntaxNode[], { textOf }: Parsed): readonly string[] | undefined {
  const modifier = children.find(({ name }) => name === 'AggregateModifier');
  const labels = modifier && /^by\s*\(([^()]*)\)$/i.exec(textOf(modifier))?.[1];
  return labels?.split(',').map((label) => label.trim());
}

/** A quantile of the buckets of each pod: of rates that nothing adds up, or that are added up by other labels than le, too. */
function severalOfQuantile(buckets: SyntaxNode | undefined, parsed: Parsed): Several | undefined {
  const call = unwrapped(buckets);
  if (call?.name === 'AggregateExpr') return severalOfAggregation(call, 'buckets', parsed);
  const name = call?.name === 'FunctionCall' && call.firstChild ? parsed.textOf(call.firstChild) : '';
  if (!call || !rateFunctions.has(name) || !isOfManyPods(call, parsed, 'buckets')) return undefined;
  return { by: 'pod', isQuantile: true };
}

/**
 * Whether a query selects the series of a program and names neither its pods nor its version, so that it has some of the old and of the new
 * one. What is filled in may say so; buckets differ by the labels of requests, too, so that for these it does not matter. What was
 * recorded under a name of its own may be added up.
 */
function isOfManyPods(node: SyntaxNode, parsed: Parsed, what: 'buckets' | 'counter'): boolean {
  const names: string[] = [];
  node.cursor().iterate(({ name, node: one }) => {
    if (name === 'Identifier' && one.parent?.name === 'VectorSelector') names.push(parsed.textOf(one));
  });
  const [metric] = names;
  const isKnown = what === 'buckets' ? metric?.endsWith('_bucket') : metric?.endsWith('_total');
  if (isKnown !== true || names.some((one) => one.includes(':'))) return false;
  return !labelValuesIn(node, parsed).some(
    ({ label, value }) =>
      labelsOfOnePod.test(label) ||
      /canary|preview|latest|hash/i.test(value) ||
      (what === 'counter' && value.includes('{{')),
  );
}

interface LabelValue {
  readonly label: string;
  readonly value: string;
}

function labelValuesIn(root: SyntaxNode, { textOf }: Parsed): readonly LabelValue[] {
  const found: LabelValue[] = [];
  root.cursor().iterate(({ name, node }) => {
    const literal = /LabelMatcher$/.test(name) ? node.getChild('StringLiteral') : undefined;
    if (literal && node.firstChild) found.push({ label: textOf(node.firstChild), value: textOf(literal) });
  });
  return found;
}
