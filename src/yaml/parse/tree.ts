import { none } from '../../model/none.js';
import { parseFully } from './full-tree.js';
import { ParsedTree, type Tree } from './nodes.js';
import { parseOrdinary } from './ordinary.js';

export type { Tree } from './nodes.js';

/** Parses one YAML or JSON document, a range of a string. Never throws. */
export function parseTree(text: string, start = 0, end = text.length): Tree {
  const root = parseOrdinary(text, start, end);
  return root ? new ParsedTree(root, none) : parseFully(text, start, end);
}
