import type { SyntaxNode } from '@lezer/common';
import { memoizeRecent } from '../../../model/memo.js';
import { callArguments, syntaxChildren, rangeUnits, unwrapped } from './children.js';
import type { Parsed } from './empty.js';
import { isEmptyWithout, withHoles } from './query.js';
import { answerWithoutSamples } from './without-samples.js';

/** What makes a query, which Prometheus takes, answer something else than a share or a number of the last minutes. */
export type Doubt =
  /** A function of a range gets fewer than the two samples that it needs, unless pods are scraped that often. */
  | { readonly kind: 'window'; readonly function: string; readonly range: string; readonly seconds: number }
  /** A counter is compared as it is: it counts from the start of its process. */
  | { readonly kind: 'counter'; readonly name: string }
  /** A share is divided by a lower limit of requests per second. */
  | { readonly kind: 'floor'; readonly floor: number; readonly text: string }
  /** A quantile of buckets whose sum has no label `le`, so that it has no sample. */
  | { readonly kind: 'buckets'; readonly sum: string }
  /** `a or vector(0) / b`: the division belongs to `vector(0)` alone. */
  | { readonly kind: 'precedence'; readonly left: string }
  /** A share whose dividend is its divisor. */
  | { readonly kind: 'same' };

/** The ranges below this many seconds are too short for scrapes every 15 seconds or more. */
const shortest = 30;
/** Lower limits of requests per second below this one do not matter. */
const smallestFloor = 0.5;
const ranges: ReadonlySet<string> = new Set(['rate', 'irate', 'increase', 'delta', 'idelta', 'deriv']);
/** Labels that distinguish versions, so that a counter can be that of new pods alone. */
const ofVersion = /pod|hash|revision|version|instance|container_id|replicaset/i;

/**
 * What is doubtful in a query, each kind once; nothing where it does not parse.
 * https://prometheus.io/docs/prometheus/latest/querying/functions/#rate
 * https://prometheus.io/docs/prometheus/latest/querying/operators/#binary-operator-precedence
 */
export const doubtsIn = memoizeRecent(64, (source): readonly Doubt[] => {
  const parsed = withHoles(source);
  if (!parsed) return [];
  const found = new Map<Doubt['kind'], Doubt>();
  const cursor = parsed.root.cursor();
  do {
    if (cursor.type.isError) return [];
    const doubt = doubtOf(cursor.node, parsed);
    if (doubt && !found.has(doubt.kind)) found.set(doubt.kind, doubt);
  } while (cursor.next());
  // What is asked of a counter may be whether it exists, or its increase in another way.
  if (/\boffset\b|@|\b(?:absent|count|group|present_over_time|timestamp)\b/.test(source))
    found.delete('counter');
  return [...found.values()];
});

function doubtOf(node: SyntaxNode, parsed: Parsed): Doubt | undefined {
  switch (node.name) {
    case 'MatrixSelector':
      return windowOf(node, parsed);
    case 'VectorSelector':
      return counterOf(node, parsed);
    case 'FunctionCall':
      return bucketsOf(node, parsed);
    case 'BinaryExpr':
      return floorOf(node, parsed) ?? precedenceOf(node, parsed) ?? sameOf(node, parsed);
    default:
      return undefined;
  }
}

function windowOf(node: SyntaxNode, { textOf }: Parsed): Doubt | undefined {
  const called = node.parent?.name === 'FunctionCallBody' ? node.parent.parent : undefined;
  const name = called?.name === 'FunctionCall' && called.firstChild ? textOf(called.firstChild) : '';
  const range = textOf(syntaxChildren(node).at(-1) ?? node);
  const [, number, unit = ''] = /^(\d{1,9})(ms|[smhd])$/.exec(range) ?? [];
  const seconds = Number(number) * (rangeUnits[unit] ?? NaN);
  return ranges.has(name) && seconds < shortest
    ? { kind: 'window', function: name, range, seconds }
    : undefined;
}

function counterOf(node: SyntaxNode, { textOf }: Parsed): Doubt | undefined {
  const name = node.firstChild?.name === 'Identifier' ? textOf(node.firstChild) : '';
  if (!name.endsWith('_total') || ofVersion.test(textOf(node))) return undefined;
  for (let { parent } = node; parent; { parent } = parent)
    if (parent.name === 'MatrixSelector' || parent.name === 'SubqueryExpr') return undefined;
  return { kind: 'counter', name };
}

/**
 * Series without a label `le` are not buckets. Native histograms have none, under names that do not end in `_bucket`.
 * https://github.com/prometheus/prometheus/blob/v3.2.1/promql/functions.go (funcHistogramQuantile)
 */
function bucketsOf(node: SyntaxNode, { textOf }: Parsed): Doubt | undefined {
  const children = syntaxChildren(node);
  const sum = unwrapped(callArguments(children)[1]);
  if (!children[0] || textOf(children[0]) !== 'histogram_quantile') return undefined;
  if (sum?.name !== 'AggregateExpr') return undefined;
  const text = textOf(sum);
  if (!/^(?:sum|avg|max|min)\b/i.test(text) || text.includes('{{') || !/\w_bucket\b/.test(text))
    return undefined;
  const modifier = syntaxChildren(sum).find(({ name }) => name === 'AggregateModifier');
  const [, word = 'by', labels = ''] = modifier
    ? (/^(by|without)\s*\(([^()]*)\)$/i.exec(textOf(modifier)) ?? ['', ''])
    : [];
  const isNamed = labels.split(',').some((label) => label.trim() === 'le');
  const isDropped = word.toLowerCase() === 'by' ? !isNamed : isNamed;
  return word !== '' && isDropped ? { kind: 'buckets', sum: text.replaceAll(/\s+/g, ' ') } : undefined;
}

function floorOf(node: SyntaxNode, { textOf }: Parsed): Doubt | undefined {
  const [, operator] = syntaxChildren(node);
  const called = unwrapped(syntaxChildren(node).at(-1));
  if (operator?.name !== 'Div' || called?.name !== 'FunctionCall') return undefined;
  const [identifier, body] = syntaxChildren(called);
  if (!identifier || textOf(identifier) !== 'clamp_min' || !body) return undefined;
  const [of, least] = syntaxChildren(body);
  const floor = least?.name === 'NumberDurationLiteral' ? Number(textOf(least)) : NaN;
  return of && floor >= smallestFloor && isRate(of, textOf)
    ? { kind: 'floor', floor, text: textOf(called) }
    : undefined;
}

/** Longer operands are not compared: a chain of divisions has each of them in the next one. */
const maxCompared = 2000;

/**
 * A division of something by itself is 1 for each series that both sides have, or NaN for a 0. Only of counts over a time: a gauge that
 * is divided by itself may be meant as a 1 for each series.
 */
function sameOf(node: SyntaxNode, { textOf }: Parsed): Doubt | undefined {
  const children = syntaxChildren(node);
  const [left, right] = [unwrapped(children[0]), unwrapped(children[2])];
  if (children.length !== 3 || children[1]?.name !== 'Div' || !left || !right) return undefined;
  if (Math.max(left.to - left.from, right.to - right.from) > maxCompared) return undefined;
  const text = withoutSpaces(textOf(left));
  const isCount = /\b(?:rate|irate|increase)\(/.test(text) && !text.includes('#');
  return isCount && text === withoutSpaces(textOf(right)) ? { kind: 'same' } : undefined;
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|\s+/g, (part) =>
    part.trim() === '' ? '' : part,
  );
}

/** Whether an expression is a number of something per second: a rate, or a sum of rates. */
function isRate(node: SyntaxNode, textOf: Parsed['textOf']): boolean {
  const inner = unwrapped(node);
  const [first] = inner ? syntaxChildren(inner) : [];
  if (!inner || !first) return false;
  if (inner.name === 'FunctionCall') return ['rate', 'irate'].includes(textOf(first));
  const body = syntaxChildren(inner).find(({ name }) => name === 'FunctionCallBody');
  const of = body && syntaxChildren(body).at(-1);
  return inner.name === 'AggregateExpr' && textOf(first) === 'sum' && of !== undefined && isRate(of, textOf);
}

function precedenceOf(node: SyntaxNode, { textOf }: Parsed): Doubt | undefined {
  const children = syntaxChildren(node);
  const [left, right] = [children[0], children.at(-1)];
  if (!left || !right || !children.some(({ name }) => name === 'Or')) return undefined;
  let [first, divides]: [SyntaxNode | undefined, boolean] = [right, false];
  // Only as deep as the tree is on its left side.
  while (first?.name === 'BinaryExpr') {
    const [inner, operator]: readonly SyntaxNode[] = syntaxChildren(first);
    divides ||= operator?.name === 'Div';
    first = inner;
  }
  return divides && first && /^vector\s*\(\s*0(?:\.0+)?\s*\)$/.test(textOf(first))
    ? { kind: 'precedence', left: textOf(left) }
    : undefined;
}

/**
 * The number that a query fills in for a share or a quantile without samples; undefined if it fills nothing in. What it fills in for a number
 * of failures alone is right: no failure was counted.
 */
export function fallbackOf(source: string): number | undefined {
  const number = answerWithoutSamples(source);
  const parsed = number === undefined || Number.isNaN(number) ? undefined : withHoles(source);
  return parsed && hasShare(parsed.root, parsed) ? number : undefined;
}

function hasShare(node: SyntaxNode, { textOf }: Parsed): boolean {
  let found = false;
  node.cursor().iterate((one) => {
    found ||=
      one.name === 'Div' || (one.name === 'FunctionIdentifier' && textOf(one) === 'histogram_quantile');
  });
  return found;
}

/**
 * Whether a query has no answer as long as no request has failed: what it counts is failures alone, by the values of their labels. A client
 * library adds such a series with the first failure.
 */
export function isEmptyWithoutFailures(source: string): boolean {
  return isEmptyWithout(source, (value) =>
    failures.test(value.replace(/^[\^(]{1,4}/, '').replace(/[)$]{1,4}$/, '')),
  );
}

/**
 * Whether a query answers with a number that it fills in as long as no request has failed, because what its share counts is failures
 * alone: then it is NaN only if one was counted before.
 */
export function isFilledWithoutFailures(source: string): boolean {
  const share = source.replace(filling, '');
  return share !== source && isEmptyWithoutFailures(share);
}

/** What fills in a number at the end of a query. */
const filling = /\bor[ \t\n]+(?:on[ \t\n]?\([ \t\n]?\)[ \t\n]?)?vector[ \t\n]?\([^()]{1,40}\)[ \t\n]*$/;

const failures =
  /^(?:5(?:\.\.|\.[*+]|xx|\d\d|(?:\\{1,2}d|\[0-9\]|\.)(?:\{2\}|\\{1,2}d|\[0-9\])|\.\{2\})?|(?:server_)?(?:error|failure|failed)s?)$/i;
