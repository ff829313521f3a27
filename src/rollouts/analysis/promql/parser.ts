import { memoizeRecent } from '../../../model/memo.js';
import type { SyntaxNode } from '@lezer/common';
import type * as promql from '@prometheus-io/lezer-promql';

/**
 * The syntax tree of a query, by the grammar that Prometheus' own user interface uses. Errors are nodes of the tree; undefined for a query
 * that is nested too deep for the parser, which calls itself for each level.
 */
export function parsePromql(query: string): SyntaxNode | undefined {
  return parsed(query);
}

const parsed = memoizeRecent(16, (query): SyntaxNode | undefined => {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- Most repositories have no query.
  const { parser } = require('@prometheus-io/lezer-promql') as typeof promql;
  try {
    return parser.parse(query).topNode as unknown as SyntaxNode;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
});
