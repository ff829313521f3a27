import { toValue } from '../model/node.js';
import { splitDocuments } from './documents.js';
import { parseTree } from './tree.js';

/** The plain values of all documents of a text; those that cannot be read are left out. */
export function parseValues(text: string): readonly unknown[] {
  return splitDocuments(text).flatMap(({ start, end }) => {
    const { root } = parseTree(text, start, end);
    return root ? [toValue(root)] : [];
  });
}
