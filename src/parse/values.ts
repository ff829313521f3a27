import { toValue } from '../model/node.js';
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
