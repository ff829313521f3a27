import { fitsWhole } from '../../kubernetes/kinds/go-pattern.js';
import { join, type Kustomization } from '../graph/kustomization.js';
import type { Field, Path } from '../../model/field.js';
import type { Node } from '../../model/node.js';
import type { Place, Source } from '../../model/source.js';
import {
  child,
  type Doc,
  documentsOf,
  documentsWithin,
  findNode,
  follow,
  isSameNode,
  type Hit,
  commonScalars,
  placeOfHit,
  textAt,
} from './tree.js';

/** An object before and after a kustomization changed it. */
export interface ChangedObject {
  readonly kind: string;
  /** All names by which a kustomization may mean it. */
  readonly names: readonly string[];
  readonly rendered: Node;
}

/** A source of fields of an object: a patch, or the manifest itself. */
export interface Layer {
  /** Its value for a field, if it has one. */
  find(path: Path): { readonly doc: Doc; readonly hit: Hit } | undefined;
  /** Where it removes a field. */
  removal(path: Path): Place | undefined;
  /** Where it sets a field or a part of it. */
  touches(path: Path): Place | undefined;
}

/** The manifest of an object, or a patch that repeats a part of it. */
export function mergedLayer(doc: Doc, { rendered }: ChangedObject): Layer {
  return {
    find(path) {
      const hit = follow(doc.root, path, rendered);
      return hit && { doc, hit };
    },
    removal(path) {
      for (let length = 1; length <= path.length; length++) {
        const hit = findNode(doc.root, path.slice(0, length));
        if (!hit) return undefined;
        const { node } = hit;
        if (node.kind === 'scalar' && node.value === null) return placeOfHit(doc, hit);
        const directive = child(node, '$patch');
        if (directive) return placeOfHit(doc, directive);
        if (node.kind === 'list') return placeOfHit(doc, hit); // A list of a custom resource is replaced as a whole.
      }
      return undefined;
    },
    touches(path) {
      const hit = findNode(doc.root, path) ?? leaf(doc.root, path);
      return hit && placeOfHit(doc, hit);
    },
  };
}

/** The last existing element of a path, unless it is a map, which could have the rest. */
function leaf(root: Node, path: Path): Hit | undefined {
  for (let length = path.length - 1; length > 0; length--) {
    const hit = findNode(root, path.slice(0, length));
    if (hit) return hit.node.kind === 'map' ? undefined : hit;
  }
  return undefined;
}

/** A list of operations: https://datatracker.ietf.org/doc/html/rfc6902 */
function operationsLayer(doc: Doc, { rendered }: ChangedObject): Layer {
  const operations = doc.root.kind === 'list' ? doc.root.items : [];
  const reversed = operations.toReversed().map((operation) => ({
    operation,
    op: textAt(operation, 'op'),
    pointer: pointerOf(textAt(operation, 'path') ?? ''),
  }));
  return {
    find(path) {
      for (const { operation, pointer } of reversed) {
        const value = findNode(operation, ['value']);
        if (!value || !startsWith(path, pointer)) continue;
        const made = findNode(rendered, path.slice(0, pointer.length))?.node;
        // An element appended by `-` is identified by its content.
        if (pointer.includes('-') && !(made && isSameNode(value.node, made))) continue;
        const rest = path.slice(pointer.length);
        const hit = rest.length === 0 ? value : made && follow(value.node, rest, made);
        if (hit) return { doc, hit };
      }
      return undefined;
    },
    removal(path) {
      const found = reversed.find(({ op, pointer }) => op === 'remove' && startsWith(path, pointer));
      const at = found && child(found.operation, 'path');
      return at && placeOfHit(doc, at);
    },
    touches(path) {
      const found = reversed.find(({ pointer }) => startsWith(path, pointer) || startsWith(pointer, path));
      const at = found && (child(found.operation, 'value') ?? child(found.operation, 'path'));
      return at && placeOfHit(doc, at);
    },
  };
}

function pointerOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Whether one path is a prefix of another; `-` is the index after the last element. */
function startsWith(path: Path, start: Path): boolean {
  return (
    start.length <= path.length &&
    start.every((segment, index) => String(segment) === String(path[index]) || segment === '-')
  );
}

/** The patches of a kustomization for an object, the last one first. */
export function patchLayers(
  kustomization: Kustomization,
  subject: ChangedObject,
  sourceAt: (path: string) => Source | undefined,
): readonly Layer[] {
  const root = kustomization.resource.at();
  const docsOf = (text: Field, path: Field): readonly Doc[] => {
    if (text.text !== undefined) return documentsWithin(text);
    const source = path.text === undefined ? undefined : sourceAt(join(kustomization.folder, path.text));
    return source ? documentsOf(source) : [];
  };
  const layer = (doc: Doc): Layer =>
    doc.root.kind === 'list' ? operationsLayer(doc, subject) : mergedLayer(doc, subject);
  const layers: Layer[] = [];
  for (const item of root.at('patchesStrategicMerge').items) {
    const isInline = /[\n{]/.test(item.text ?? '');
    const docs = isInline ? documentsWithin(item) : docsOf(item.at('patch'), item);
    layers.push(...docs.filter((doc) => namesObject(doc, subject)).map(layer));
  }
  for (const patch of ['patches', 'patchesJson6902'].flatMap((key) => root.at(key).items)) {
    const docs = docsOf(patch.at('patch'), patch.at('path'));
    const target = patch.at('target');
    const isTarget = target.exists && targetSelects(target, subject);
    layers.push(
      ...docs.filter((doc) => isTarget || (!target.exists && namesObject(doc, subject))).map(layer),
    );
  }
  return layers.reverse();
}

/** A patch without a target names the object that it changes. */
function namesObject({ root }: Doc, { kind, names }: ChangedObject): boolean {
  return textAt(root, 'kind') === kind && names.includes(textAt(root, 'metadata', 'name') ?? '');
}

/** Kind and name of a target are anchored regular expressions. */
function targetSelects(target: Field, { kind, names }: ChangedObject): boolean {
  const matches = (pattern: string | undefined, text: string): boolean =>
    pattern === undefined || pattern === '' || fitsWhole(pattern, text) === true;
  return matches(target.at('kind').text, kind) && names.some((name) => matches(target.at('name').text, name));
}

/** The setting of a kustomization that determines a value of an object: a tag, a count, a namespace, a label. */
export function settingOf(
  { resource }: Kustomization,
  path: Path,
  value: unknown,
  { names }: ChangedObject,
): Place | undefined {
  const last = path.at(-1);
  const root = resource.at();
  const isValue = (field: Field): boolean => field.exists && field.value === value;
  if (last === 'image' && typeof value === 'string') {
    for (const image of root.at('images').items) {
      const [name, tag, digest] = ['newName', 'newTag', 'digest'].map((key) => image.at(key));
      const written = name?.text ?? image.at('name').text ?? '';
      const end = digest?.exists ? `@${String(digest.value)}` : tag?.exists ? `:${String(tag.value)}` : '';
      const isMade = end === '' ? value.startsWith(`${written}`) : value === `${written}${end}`;
      const field = [tag, digest, name].find((one) => one?.exists);
      if (isMade && field) return field.place;
    }
  }
  if (path.join('.') === 'spec.replicas')
    for (const entry of root.at('replicas').items)
      if (names.includes(entry.at('name').text ?? '') && isValue(entry.at('count')))
        return entry.at('count').place;
  if (last === 'namespace' && isValue(root.at('namespace'))) return root.at('namespace').place;
  const maps = [
    root.at('commonLabels'),
    root.at('commonAnnotations'),
    ...root.at('labels').items.map((item) => item.at('pairs')),
  ];
  const pair = last === undefined ? undefined : maps.map((map) => map.at(last)).find(isValue);
  return pair?.place;
}

/** How much of a rendered value a layer contains literally. */
export function agreement({ node }: Hit, rendered: Node): number {
  return commonScalars(node, rendered);
}
