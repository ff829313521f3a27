import type { SyntaxNode } from '@lezer/common';
import type * as promql from '@prometheus-io/lezer-promql';

/** The syntax tree of a query, by the grammar that Prometheus' own user interface uses. Errors are nodes of the tree. */
export function parsePromql(query: string): SyntaxNode {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- Most repositories have no query.
  const { parser } = require('@prometheus-io/lezer-promql') as typeof promql;
  return parser.parse(query).topNode as unknown as SyntaxNode;
}
