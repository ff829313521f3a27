import { toValue } from '../../model/node.js';
import { splitDocuments } from './documents.js';
import { parseTree } from './tree.js';

/** The plain values of all documents of a text; undefined for one that cannot be read. */
export function parseValues(text: string): readonly unknown[] {
  return splitDocuments(text).flatMap(({ start, end }) => {
    const { root, problems } = parseTree(text, start, end);
    if (!root) return problems.length === 0 ? [] : [undefined];
    return [toValue(root)];
  });
}

/** The same of a text with whose YAML nothing is wrong, no repeated key either; undefined otherwise. */
export function soundValues(text: string): readonly unknown[] | undefined {
  const trees = splitDocuments(text).map(({ start, end }) => parseTree(text, start, end));
  if (trees.some(({ problems }) => problems.length > 0)) return undefined;
  return trees.flatMap(({ root }) => (root ? [toValue(root)] : []));
}
