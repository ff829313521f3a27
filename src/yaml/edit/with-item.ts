import { isSameJson } from '../../kubernetes/objects/json.js';
import type { Node } from '../../model/node.js';
import { splitDocuments } from '../parse/documents.js';
import { parseTree } from '../parse/tree.js';
import { parseValues } from '../parse/values.js';
import { Layout, Unfit } from './layout.js';
import { YamlEdits } from './yaml-edits.js';

/**
 * A YAML file with one more element in the list at a key of its only document, which is created if it is missing; all else stays
 * unchanged. Undefined where the file's form does not allow it.
 */
export function withItem(text: string, key: string, item: unknown): string | undefined {
  const [range, another] = splitDocuments(text);
  if (another) return undefined;
  const root = range && parseTree(text, range.start, range.end).root;
  try {
    const result = root ? added(text, root, key, item) : begun(text, key, item);
    return isRight(text, result, key, item) ? result : undefined;
  } catch (error) {
    if (error instanceof Unfit) return undefined;
    throw error;
  }
}

function added(text: string, root: Node, key: string, item: unknown): string {
  if (root.kind !== 'map') throw new Unfit('it has no map where one should be.');
  const edits = new YamlEdits(new Layout(text, root));
  const list = edits.layout.entryOf(root, key)?.value;
  if (list?.kind === 'list' && list.items.length > 0) edits.append(list, [item]);
  else edits.addKey(root, key, [item]);
  return edits.apply();
}

/** The same for a file that has at most comments. */
function begun(text: string, key: string, item: unknown): string {
  const layout = new Layout(text, { kind: 'map', entries: [], start: 0, end: 0 });
  const before = text === '' || text.endsWith('\n') ? text : `${text}${layout.newline}`;
  return before + layout.block({ [key]: [item] }).join(layout.newline) + layout.newline;
}

/** Whether a result has the values of the original and one more element. */
function isRight(before: string, after: string, key: string, item: unknown): boolean {
  const [old = {}] = parseValues(before) as (Readonly<Record<string, unknown>> | undefined)[];
  const [now] = parseValues(after) as (Readonly<Record<string, unknown>> | undefined)[];
  return isSameJson({ ...old, [key]: [...((old[key] as unknown[] | undefined) ?? []), item] }, now);
}
