import type { SyntaxNode } from '@lezer/common';

/** The nodes below a node, without comments. */
export function syntaxChildren(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (child.name !== 'LineComment') children.push(child);
  return children;
}

/** The arguments of a call, of whose node the children are given. */
export function callArguments(children: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const body = children.find(({ name }) => name === 'FunctionCallBody');
  return body ? syntaxChildren(body) : [];
}

/** A query that is nested deeper is not judged. */
export const maxQueryDepth = 100;

/** The seconds of the units of a range, as in `[5m]`. */
export const rangeUnits: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 };

/** An expression without the parentheses around it. */
export function unwrapped(node: SyntaxNode | undefined): SyntaxNode | undefined {
  let inner = node;
  while (inner?.name === 'ParenExpr') [inner] = syntaxChildren(inner);
  return inner;
}
