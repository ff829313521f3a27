import { toValue } from '../../model/node.js';
import { splitDocuments } from './documents.js';
import { parseTree } from './tree.js';

/** The plain values of all documents of a file; undefined for one that cannot be parsed. */
export function parseValues(text: string): readonly unknown[] {
  return splitDocuments(text).flatMap(({ start, end }) => {
    const { root, problems } = parseTree(text, start, end);
    if (!root) return problems.length === 0 ? [] : [undefined];
    return [toValue(root)];
  });
}

/** The same for a file without any YAML problem, not even a repeated key; undefined otherwise. */
export function soundValues(text: string): readonly unknown[] | undefined {
  const trees = splitDocuments(text).map(({ start, end }) => parseTree(text, start, end));
  if (trees.some(({ problems }) => problems.length > 0)) return undefined;
  return trees.flatMap(({ root }) => (root ? [toValue(root)] : []));
}

/** The same for a file whose only problems are repeated keys, as Helm reads its values: of each such key the last value counts. */
export function lastValues(text: string): readonly unknown[] | undefined {
  const trees = splitDocuments(text).map(({ start, end }) => parseTree(text, start, end));
  if (trees.some(({ problems }) => problems.some(({ rule }) => rule !== 'yaml/unique-keys')))
    return undefined;
  return trees.flatMap(({ root }) => (root ? [toValue(root)] : []));
}
