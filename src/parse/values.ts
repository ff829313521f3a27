import { toValue } from '../model/node.js';
import { splitDocuments } from './documents.js';
import { parseTree } from './tree.js';

/** The plain values of all documents of a text; undefined for one that cannot be read. */
export function parseValues(text: string): unknown[] {
  return splitDocuments(text).map(({ start, end }) => {
    const { root } = parseTree(text, start, end);
    return root && toValue(root);
  });
}
