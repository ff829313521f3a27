import { isDeepStrictEqual } from 'node:util';
import { toValue } from '../../../src/model/node.js';
import { splitDocuments } from '../../../src/yaml/parse/documents.js';
import { parseTree } from '../../../src/yaml/parse/tree.js';

/** A text, and what Kubernetes made of its first document. */
export interface Case {
  readonly from?: string;
  readonly yaml: string;
  readonly json?: unknown;
  readonly error?: string;
}

export type Outcome = 'same value' | 'both refuse' | 'another value' | 'only Go refuses' | 'only we refuse';

export function outcome({ yaml, json, error }: Case): Outcome {
  const range = splitDocuments(yaml)[0] ?? { start: 0, end: 0 };
  const { root, problems } = parseTree(yaml, range.start, range.end);
  const isRefused = problems.some(({ rule }) => rule !== 'yaml/unique-keys');
  if (error !== undefined) return isRefused ? 'both refuse' : 'only Go refuses';
  if (isRefused) return 'only we refuse';
  // JSON knows no minus zero.
  const value: unknown = JSON.parse(JSON.stringify(root ? toValue(root) : null));
  return isDeepStrictEqual(value, JSON.parse(JSON.stringify(json))) ? 'same value' : 'another value';
}
