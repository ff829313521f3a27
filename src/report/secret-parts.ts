import { mapEntries, type MapNode, type Node } from '../model/node.js';
import { parseTree } from '../yaml/parse/tree.js';

/** A range of a string, `end` exclusive. */
export interface SecretPart {
  readonly start: number;
  readonly end: number;
}

/** Keys of references to Secrets and of rules about Secrets, which are not confidential. */
const harmless: ReadonlySet<string> = new Set([
  ...[
    'apiVersion',
    'kind',
    'metadata',
    'type',
    'immutable',
    'name',
    'namespace',
    'group',
    'version',
    'optional',
  ],
  ...['jsonPointers', 'jqPathExpressions', 'managedFieldsManagers', 'labelSelector', 'annotationSelector'],
]);

/** The kinds that are Secrets, or may contain one. */
const secrets: ReadonlySet<unknown> = new Set(['Secret', 'SecretList', 'List']);

/**
 * The parts of another document that may be confidential, such as a patch of a Secret in a kustomization. Undefined if the document is a
 * Secret or cannot be read: then all of it may be confidential.
 */
export function secretParts(document: string, mentions: RegExp): readonly SecretPart[] | undefined {
  const { root, problems } = parseTree(document);
  if (root?.kind !== 'map' || problems.length > 0) return undefined;
  // A kustomization may omit its kind.
  const kind =
    scalarOf(root, 'kind') ?? (root.entries.some(({ key }) => key === 'resources') ? '' : undefined);
  if (typeof kind !== 'string' || secrets.has(kind)) return undefined;
  return [...partsOf(root, mentions)];
}

function* partsOf(node: Node, mentions: RegExp): Iterable<SecretPart> {
  if (node.kind === 'scalar') {
    if (typeof node.value === 'string' && mentions.test(node.value)) yield node;
    return;
  }
  if (node.kind === 'list') {
    for (const item of node.items) yield* partsOf(item, mentions);
    return;
  }
  // A patch of a Secret is beside the map that names its target.
  const isPatch = node.entries.some(({ key, value }) => key === 'target' && isSecret(value));
  const isOne = isSecret(node) || isPatch;
  for (const { key, keyStart, value } of node.entries)
    if (isOne && key !== 'target' && !harmless.has(key)) yield { start: keyStart, end: value.end };
    else if (isOne && key === 'metadata') yield* appliedIn(value);
    else yield* partsOf(value, mentions);
}

/** The annotation of kubectl that contains the whole applied object. */
function* appliedIn(metadata: Node): Iterable<SecretPart> {
  for (const { key, keyStart, value } of mapEntries(metadata))
    if (key.includes('last-applied-configuration')) yield { start: keyStart, end: value.end };
    else yield* appliedIn(value);
}

function isSecret(node: Node): boolean {
  return node.kind === 'map' && secrets.has(scalarOf(node, 'kind'));
}

function scalarOf({ entries }: MapNode, wanted: string): unknown {
  const value = entries.find(({ key }) => key === wanted)?.value;
  return value?.kind === 'scalar' ? value.value : undefined;
}
