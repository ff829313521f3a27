import { childrenOf, type JqNode } from './ast.js';
import type { Node } from '../../model/node.js';
import { fits, plainPath } from './plain.js';
import { judgeJq } from './syntax.js';

/** Where an expression gives up when a document lacks something, and the same expression that goes on. */
export interface Tolerant {
  readonly expression: string;
  /** The first place to change, in the expression as it is. */
  readonly offset: number;
}

/**
 * The expression that was meant, where a list that is absent makes the whole of it fail: each `[]` with a `?`, each
 * condition of a `select` with one. Undefined where there is nothing to add, or nothing that can be understood.
 * https://github.com/itchyny/gojq/blob/v0.12.19/execute.go (opiter)
 */
export function tolerant(expression: string): Tolerant | undefined {
  const judgement = judgeJq(expression);
  if (judgement.verdict !== 'ok' || !judgement.paths) return undefined;
  const before = judgement.source.indexOf(expression);
  const insertions: { at: number; text: string }[] = [];
  collectInsertions(judgement.paths, false, insertions);
  const [first] = insertions.map(({ at }) => at - before).sort((left, right) => left - right);
  if (first === undefined) return undefined;
  let text = expression;
  for (const { at, text: added } of insertions.sort((left, right) => right.at - left.at))
    text = text.slice(0, at - before) + added + text.slice(at - before);
  return judgeJq(text).verdict === 'ok' ? { expression: text.trimEnd(), offset: first } : undefined;
}

/**
 * Whether nothing in an expression catches an error, so that where it does not fail it does what the tolerant one does;
 * false where that is not certain.
 */
export function letsErrorsThrough(expression: string): boolean {
  const judgement = judgeJq(expression);
  return judgement.verdict === 'ok' && judgement.paths !== undefined && isOpen(judgement.paths);
}

/** Whether an expression leads through a tree without an error, and catches none; false where that is not certain. */
export function runsThrough(expression: string, root: Node): boolean {
  const judgement = judgeJq(expression);
  const steps = judgement.verdict === 'ok' && judgement.paths && plainPath(judgement.paths);
  return steps !== undefined && steps !== false && fits(steps, root);
}

function isOpen(node: JqNode): boolean {
  switch (node.type) {
    case 'identity':
    case 'literal':
    case 'group':
    case 'index':
    case 'iterate':
      return childrenOf(node).every(isOpen);
    case 'binary':
      return openOperators.has(node.operator) && isOpen(node.left) && isOpen(node.right);
    case 'call':
      return node.name === 'select' && node.args.every(isOpen);
    default:
      return false;
  }
}

const openOperators: ReadonlySet<string> = new Set(['|', ',', 'and', 'or', '==', '!=', '<', '<=', '>', '>=']);

function collectInsertions(
  node: JqNode,
  isOptional: boolean,
  insertions: { at: number; text: string }[],
): void {
  if (node.type === 'iterate' && !isOptional) insertions.push({ at: node.end, text: '?' });
  const [condition] = node.type === 'call' && node.name === 'select' ? node.args : [];
  if (condition && mayFail(condition))
    insertions.push({ at: condition.start, text: '(' }, { at: condition.end, text: ')?' });
  for (const child of childrenOf(node))
    if (child !== condition) collectInsertions(child, node.type === 'optional', insertions);
}

/** Functions of texts, which fail for anything else. */
const demanding: ReadonlySet<string> = new Set([
  'ascii_downcase',
  'ascii_upcase',
  'capture',
  'contains',
  'endswith',
  'inside',
  'ltrimstr',
  'match',
  'scan',
  'split',
  'splits',
  'startswith',
  'sub',
  'gsub',
  'test',
]);

function mayFail(node: JqNode): boolean {
  if (node.type === 'optional' || node.type === 'try') return false;
  return (
    node.type === 'iterate' ||
    (node.type === 'call' && demanding.has(node.name)) ||
    childrenOf(node).some(mayFail)
  );
}
