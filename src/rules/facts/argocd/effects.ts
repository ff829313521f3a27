import { deletePaths } from '../../../argocd/jq/jq.js';
import { checkJq } from '../../../argocd/jq/syntax.js';
import { removePointer } from '../../../argocd/json-pointer.js';
import type { DeclaredEntry, Written } from './entries.js';

/** A document without what one pointer or expression selects; undefined if it fails or its effect is unknown. */
export function withoutOne(entry: DeclaredEntry, written: Written, document: unknown): unknown {
  if (entry.pointers.includes(written)) return removePointer(written.text, document);
  if (checkJq(written.text)) return undefined;
  const result = deletePaths(written.text, document);
  return 'ok' in result ? result.ok : undefined;
}
