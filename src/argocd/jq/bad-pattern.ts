import { childrenOf, type JqNode } from './ast.js';
import { isCompilable } from '../../kubernetes/kinds/go-pattern.js';
import { regexpProblem } from '../../kubernetes/kinds/go-regexp.js';
import { judgeJq } from './syntax.js';

/** A regular expression that Go refuses, and where it stands in the jq expression. */
export interface BadPattern {
  readonly pattern: string;
  /** Why, in the words of Go. */
  readonly problem: string;
  readonly offset: number;
  readonly length: number;
}

/** Functions whose first argument is a regular expression. */
const matching: ReadonlySet<string> = new Set(['capture', 'gsub', 'match', 'scan', 'splits', 'sub', 'test']);

/**
 * The first regular expression of a jq expression that fails when it is used: gojq has those of Go, without look-ahead
 * and back-references.
 * https://github.com/itchyny/gojq/blob/v0.12.19/func.go (compileRegexp)
 */
export function badPattern(expression: string): BadPattern | undefined {
  const judgement = judgeJq(expression);
  if (judgement.verdict !== 'ok' || !judgement.paths) return undefined;
  return findBadPattern(judgement.paths, judgement.source.indexOf(expression));
}

function findBadPattern(node: JqNode, before: number): BadPattern | undefined {
  if (node.type === 'call' && matching.has(node.name)) {
    const [first] = node.args;
    if (first?.type === 'literal' && typeof first.value === 'string') {
      const problem = isCompilable(first.value) ? regexpProblem(first.value) : null;
      if (problem !== undefined && problem !== null)
        return {
          pattern: first.value,
          problem,
          offset: first.start - before,
          length: first.end - first.start,
        };
    }
  }
  for (const child of childrenOf(node)) {
    const found = findBadPattern(child, before);
    if (found) return found;
  }
  return undefined;
}
