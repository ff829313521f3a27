import type { Field, Path } from '../../model/field.js';
import { memoize } from '../../model/memo.js';
import { mapEntries, type MapEntry, type Node, toValue } from '../../model/node.js';
import type { Place, Source } from '../../model/source.js';
import { splitDocuments } from '../../yaml/parse/documents.js';
import { parseTree } from '../../yaml/parse/tree.js';
import { withinScalar } from '../../yaml/parse/within-scalar.js';

/** A YAML document in a file or a field. */
export interface Doc {
  readonly root: Node;
  /** The place of a range of its text. */
  place(start: number, end: number): Place;
}

/** A value in a document, with its key if it is in a map. */
export interface Hit {
  readonly node: Node;
  readonly entry: MapEntry | undefined;
}

/** The documents of a source that can be parsed; none if the source cannot be read. */
export function documentsOf(source: Source): readonly Doc[] {
  let text: string;
  try {
    text = source.read();
  } catch {
    return [];
  }
  return documentsIn(text, (start, end) => ({ source, start, end }));
}

/** The documents in the value of a field, such as an inline patch. */
export function documentsWithin(field: Field): readonly Doc[] {
  return documentsIn(field.text ?? '', (start, end) => withinScalar(field, start, end - start));
}

function documentsIn(text: string, place: Doc['place']): readonly Doc[] {
  return splitDocuments(text).flatMap(({ start, end }) => {
    const { root } = parseTree(text, start, end);
    return root ? listedObjects(root).map((item) => ({ root: item, place })) : [];
  });
}

/** The items of a List, or the document itself. */
function listedObjects(root: Node): readonly Node[] {
  if (textAt(root, 'kind')?.endsWith('List') !== true) return [root];
  const items = findNode(root, ['items'])?.node;
  return items?.kind === 'list' ? items.items : [root];
}

export function findNode(root: Node, path: Path): Hit | undefined {
  let hit: Hit | undefined = { node: root, entry: undefined };
  for (const segment of path) hit = hit && child(hit.node, segment);
  return hit;
}

export function child(node: Node, segment: string | number): Hit | undefined {
  if (node.kind === 'map') {
    const entry = node.entries.find(({ key }) => key === String(segment));
    return entry && { node: entry.value, entry };
  }
  const item = node.kind === 'list' && typeof segment === 'number' ? node.items[segment] : undefined;
  return item && { node: item, entry: undefined };
}

/** The string at a path; undefined for everything else. */
export function textAt(root: Node, ...path: Path): string | undefined {
  const node = findNode(root, path)?.node;
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

/** The place of a hit: a scalar's value, else the key, else the start. */
export function placeOfHit(doc: Doc, { node, entry }: Hit, atKey = false): Place {
  if (node.kind === 'scalar' && node.end > node.start && !(atKey && entry))
    return doc.place(node.start, node.end);
  if (entry) return doc.place(entry.keyStart, entry.keyEnd);
  const [first] = mapEntries(node);
  return first ? doc.place(first.keyStart, first.keyEnd) : doc.place(node.start, node.start + 1);
}

/** The path to the node at an offset, and whether the offset is in its key. */
export function pathAt(root: Node, offset: number): { readonly path: Path; readonly isKey: boolean } {
  const path: (string | number)[] = [];
  for (let node = root; ;) {
    if (node.kind === 'map') {
      const entry = node.entries.findLast(({ keyStart }) => keyStart <= offset);
      if (!entry) return { path, isKey: false };
      path.push(entry.key);
      if (offset < entry.keyEnd || offset < entry.value.start) return { path, isKey: true };
      node = entry.value;
    } else if (node.kind === 'list') {
      const index = node.items.findLastIndex(({ start }) => start <= offset);
      const item = node.items[index];
      if (!item) return { path, isKey: false };
      path.push(index);
      node = item;
    } else return { path, isKey: false };
  }
}

export function isSameNode(left: Node, right: Node): boolean {
  if (left.kind === 'scalar' && right.kind === 'scalar') return left.value === right.value;
  return jsonOf(left) === jsonOf(right);
}

/** Each element of a list is compared with those of another one. */
const jsonOf = memoize((node: Node): string => JSON.stringify(toValue(node)));

/** The paths to all scalars of a value. */
export function leafPaths(
  node: Node,
  path: Path = [],
): readonly { readonly path: Path; readonly node: Node }[] {
  if (node.kind === 'map') return node.entries.flatMap(({ key, value }) => leafPaths(value, [...path, key]));
  if (node.kind === 'list') return node.items.flatMap((item, index) => leafPaths(item, [...path, index]));
  return [{ path, node }];
}

/**
 * The part of an origin that a path in the rendered object corresponds to. Elements of lists correspond by name, else by content,
 * else by index.
 */
export function follow(root: Node, path: Path, rendered: Node): Hit | undefined {
  let hit: Hit = { node: root, entry: undefined };
  let made: Node | undefined = rendered;
  for (const segment of path) {
    const inner: Node | undefined = made && child(made, segment)?.node;
    const next: Hit | undefined = stepInto(hit.node, segment, inner);
    if (!next) return undefined;
    [hit, made] = [next, inner];
  }
  return hit;
}

/** How many scalars of a rendered value correspond to equal ones in an origin. */
export function commonScalars(origin: Node, rendered: Node): number {
  if (rendered.kind === 'scalar') return origin.kind === 'scalar' && origin.value === rendered.value ? 1 : 0;
  const inner: readonly (readonly [segment: string | number, value: Node])[] =
    rendered.kind === 'map'
      ? rendered.entries.map(({ key, value }) => [key, value])
      : rendered.items.map((item, index) => [index, item]);
  return inner.reduce((sum, [segment, value]) => {
    const next = stepInto(origin, segment, value);
    return next ? sum + commonScalars(next.node, value) : sum;
  }, 0);
}

function stepInto(origin: Node, segment: string | number, made: Node | undefined): Hit | undefined {
  return origin.kind === 'list' ? element(origin.items, segment, made) : child(origin, segment);
}

function element(items: readonly Node[], segment: string | number, made: Node | undefined): Hit | undefined {
  const name = made && elementName(made);
  const [own] = typeof segment === 'number' ? items.slice(segment, segment + 1) : [];
  // Of several matches, the one with the same index.
  const oneOf = (isIt: (item: Node) => boolean): Node | undefined =>
    own && isIt(own) ? own : items.find(isIt);
  const same =
    (made && oneOf((item) => isSameNode(item, made))) ??
    (name === undefined ? undefined : oneOf((item) => elementName(item) === name));
  const node = same ?? (typeof segment === 'number' && name === undefined ? items[segment] : undefined);
  return node && { node, entry: undefined };
}

function elementName(item: Node): string | undefined {
  return textAt(item, 'name');
}

/** Line and column of a place as editors count them, `12:3`. */
export function lineAndColumn({ source, start }: Place): string {
  const before = source
    .read()
    .slice(0, Math.max(0, start))
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/);
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
