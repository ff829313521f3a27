import type { SyntaxNode } from '@lezer/common';
import { memoizeRecent } from '../../../model/memo.js';
import type { PromType } from './functions.js';
import { syntaxChildren } from './children.js';
import { findsNothing, type Parsed } from './empty.js';
import { parsePromql } from './parser.js';
import { Reader, RefusedQuery, Unknown } from './reader.js';

/** What a query of Prometheus is, before it is asked. */
export type Query =
  /** Prometheus takes it. `isNeverNegative` is true where no sample of the answer can be below 0. */
  | { readonly kind: 'taken'; readonly type: PromType; readonly isNeverNegative: boolean }
  /** Prometheus refuses it. `at` is an offset in the query, in UTF-16 code units. */
  | { readonly kind: 'refused'; readonly why: string; readonly at: number }
  /** It has a hole that something fills in, or means something to newer releases or other servers alone. */
  | { readonly kind: 'unknown' };

/** Longer queries, and those with more brackets, are not judged. */
const [maxLength, maxBrackets] = [10_000, 1000];
const hole = /\{\{|\$\{|\$\(|<[^<>\s]+>\s*[\]})]/;

/** Reads a query as Prometheus parses it: its syntax, and whether the types of operands and arguments fit. */
export const readQuery = memoizeRecent(64, (source): Query => {
  if (isTooLarge(source) || hole.test(source)) return { kind: 'unknown' };
  try {
    const reader = new Reader(source);
    const root = parsePromql(source);
    if (!root) return { kind: 'unknown' };
    reader.checkSyntax(root);
    const [expression] = syntaxChildren(root);
    if (!expression) return { kind: 'refused', why: 'it has no expression', at: 0 };
    const { type, isNeverNegative } = reader.typed(expression, 0);
    return { kind: 'taken', type, isNeverNegative };
  } catch (error) {
    if (error instanceof RefusedQuery) return { kind: 'refused', why: error.message, at: error.at };
    if (error instanceof Unknown) return { kind: 'unknown' };
    throw error;
  }
});

function isTooLarge(source: string): boolean {
  return source.length > maxLength || (source.match(/[([{]/g)?.length ?? 0) > maxBrackets;
}

/** What a selector of a query asks for: the value of a label, or a metric by its name. */
export interface Selected {
  /** Undefined for the name of a metric. */
  readonly label: string | undefined;
  /** `=`, `=~`, `!=` or `!~`; undefined for the name of a metric. */
  readonly operator: string | undefined;
  readonly value: string;
}

/** What the selectors of a query ask for, with holes unchanged; undefined where the query is too long to be judged. */
export function selectedBy(source: string): readonly Selected[] | undefined {
  const parsed = withHoles(source);
  return parsed && selectedIn(parsed.root, parsed);
}

function selectedIn(root: SyntaxNode, { textOf }: Parsed): readonly Selected[] {
  const selected: Selected[] = [];
  root.cursor().iterate(({ name, node }) => {
    const { parent } = node;
    const isValue = name === 'StringLiteral' && /LabelMatcher$/.test(parent?.name ?? '');
    if (isValue && parent?.firstChild)
      selected.push({
        label: textOf(parent.firstChild),
        operator: parent.getChild('MatchOp') ? textOf(parent.getChild('MatchOp')!) : undefined,
        value: textOf(node),
      });
    if (name === 'Identifier' && parent?.name === 'VectorSelector')
      selected.push({ label: undefined, operator: undefined, value: textOf(node) });
  });
  return selected;
}

type SelectedOperands = readonly [readonly Selected[], readonly Selected[]];

/** What both sides of the first division of a query ask for; undefined if it has no division, or does not parse. */
export const sidesOfShare = memoizeRecent(64, (source): SelectedOperands | undefined => {
  const parsed = source.includes('/') ? withHoles(source) : undefined;
  if (!parsed) return undefined;
  const divisions: SyntaxNode[] = [];
  let isBroken = false;
  parsed.root.cursor().iterate(({ name, type, node }) => {
    isBroken ||= type.isError;
    if (name === 'BinaryExpr' && syntaxChildren(node)[1]?.name === 'Div') divisions.push(node);
  });
  const [division] = divisions;
  if (isBroken || !division) return undefined;
  const children = syntaxChildren(division);
  const [left, right] = [children[0], children.at(-1)];
  return left && right ? [selectedIn(left, parsed), selectedIn(right, parsed)] : undefined;
});

/**
 * Whether the answer of a query certainly has no sample while some of its selectors find no series: those with a label that is equal to, or
 * fits, such a value. False where that is not known, as for a query that does not parse.
 */
export function isEmptyWithout(source: string, isAbsent: (value: string) => boolean): boolean {
  const parsed = withHoles(source);
  if (!parsed) return false;
  const cursor = parsed.root.cursor();
  do if (cursor.type.isError) return false;
  while (cursor.next());
  const [expression] = syntaxChildren(parsed.root);
  return expression !== undefined && findsNothing(expression, { ...parsed, isAbsent });
}

/** The tree of a query in which names stand for its holes, and the unchanged text of a node; undefined if it is too large. */
export function withHoles(source: string): Parsed | undefined {
  if (isTooLarge(source)) return undefined;
  const holes: string[] = [];
  // A hole has characters that a name cannot have, and may stand where a duration does.
  const plain = source.replaceAll(/\{\{[^{}]*\}\}/g, (hole) => `${holeName}${holes.push(hole) - 1}x`);
  const root = parsePromql(plain);
  if (!root) return undefined;
  return {
    root,
    textOf: ({ from, to }) =>
      plain
        .slice(from, to)
        .replaceAll(/hole_of_rolloutkit_(\d+)x/g, (_, index: string) => holes[Number(index)]!),
  };
}

const holeName = 'hole_of_rolloutkit_';
