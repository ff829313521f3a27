import { splitDocuments } from '../../src/yaml/parse/documents.js';
import { parseTree } from '../../src/yaml/parse/tree.js';

/** That something does not hold which always should. */
export class BrokenError extends Error {
  override readonly name = 'BrokenError';
}

/** Whether a text is YAML on which nothing is wrong. */
export function isSound(text: string): boolean {
  return splitDocuments(text).every(({ start, end }) => parseTree(text, start, end).problems.length === 0);
}

/** Whether a text has all of another one, in its order: something was added, and nothing taken away. */
export function hasAllOf(text: string, other: string): boolean {
  let at = 0;
  for (const sign of other) {
    at = text.indexOf(sign, at);
    if (at === -1) return false;
    at += sign.length;
  }
  return true;
}

/** All values of a document that are no lists or maps, by where they stand. */
export function leaves(value: unknown): ReadonlyMap<string, unknown> {
  const all = new Map<string, unknown>();
  const visit = (one: unknown, path: string): void => {
    if (typeof one !== 'object' || one === null) all.set(path, one);
    else {
      all.set(`${path}/`, Array.isArray(one) ? 'list' : 'map');
      for (const [key, item] of Object.entries(one)) visit(item, `${path}/${key}`);
    }
  };
  visit(value, '');
  return all;
}
