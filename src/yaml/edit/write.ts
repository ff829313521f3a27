import { isMap } from '../../kubernetes/objects/json.js';
import { isSameJson } from '../../kubernetes/objects/json.js';
import type { Path } from '../../model/field.js';
import { type ListNode, type MapNode, type Node, type ScalarNode, toValue } from '../../model/node.js';
import { aliased, Unfit } from './layout.js';
import { spliced } from './splice.js';
import { YamlEdits } from './yaml-edits.js';

/**
 * Sets the value at a path, or removes it if the value is undefined, with the smallest edits. An index past the end of a list
 * appends.
 */
export function writeAt(edits: YamlEdits, root: Node, path: Path, value: unknown): void {
  const { layout } = edits;
  let node = root;
  for (const [depth, step] of path.entries()) {
    if (layout.isAlias(node)) throw new Unfit(aliased);
    const next = childOf(edits, node, step);
    const isLast = depth === path.length - 1;
    if (isLast && value === undefined) {
      if (next) remove(edits, node, step);
      return;
    }
    if (!next || (isNull(next) && !(isLast && isScalar(value)))) {
      if (value !== undefined) add(edits, node, step, nested(path.slice(depth + 1), value));
      return;
    }
    if (isLast) replace(edits, node, next, value);
    node = next;
  }
}

/** Writes several values. A key that is removed while its value is written under another key of its map is renamed. */
export function writeAll(edits: YamlEdits, root: Node, writes: readonly PathWrite[]): void {
  const renamed = new Set<PathWrite>();
  for (const gone of writes.filter(({ value }) => value === undefined)) {
    const map = nodeAt(edits, root, gone.path.slice(0, -1));
    const node = map?.kind === 'map' ? childOf(edits, map, gone.path.at(-1) ?? '') : undefined;
    const to = node && writes.find((one) => !renamed.has(one) && isMoved(one, gone, toValue(node)));
    const key = to?.path.at(-1);
    if (!to || map?.kind !== 'map' || typeof key !== 'string' || !isPlainKey(key)) continue;
    if (edits.layout.entryOf(map, key)) continue;
    edits.renameKey(map, String(gone.path.at(-1)), key);
    renamed.add(gone).add(to);
  }
  for (const one of writes) if (!renamed.has(one)) writeAt(edits, root, one.path, one.value);
}

interface PathWrite {
  readonly path: Path;
  readonly value: unknown;
}

/** Whether a value is written beside the place where it is removed. */
function isMoved({ path, value }: PathWrite, gone: PathWrite, its: unknown): boolean {
  return (
    value !== undefined &&
    path.length === gone.path.length &&
    path.slice(0, -1).every((step, index) => step === gone.path[index]) &&
    isSameJson(its, value)
  );
}

/** Whether a key needs no quotes. */
function isPlainKey(key: string): boolean {
  return /^[A-Za-z][\w./-]*$/.test(key) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(key);
}

function nodeAt(edits: YamlEdits, root: Node, path: Path): Node | undefined {
  let node: Node | undefined = root;
  for (const step of path) {
    if (!node || node.kind === 'scalar' || edits.layout.isAlias(node)) return undefined;
    node = childOf(edits, node, step);
  }
  return node && edits.layout.isAlias(node) ? undefined : node;
}

function childOf({ layout }: YamlEdits, node: Node, step: string | number): Node | undefined {
  if (node.kind === 'map') return layout.entryOf(node, String(step))?.value;
  if (node.kind === 'list') return node.items[Number(step)];
  throw new Unfit('it has a single value where a map or a list is expected.');
}

function remove(edits: YamlEdits, node: Node, step: string | number): void {
  if (node.kind === 'map') {
    if (node.entries.length === 1 && !edits.layout.isFlow(node))
      throw new Unfit('nothing else is in its map.');
    edits.removeKey(node, String(step));
  } else if (node.kind === 'list') {
    if (node.items.length === 1 && !edits.layout.isFlow(node))
      throw new Unfit('nothing else is in its list.');
    edits.removeItems(node, new Set([Number(step)]));
  }
}

function add(edits: YamlEdits, node: Node, step: string | number, value: unknown): void {
  if (node.kind === 'map') edits.addKey(node, String(step), value);
  else if (node.kind === 'list' && step === node.items.length) edits.append(node, [value]);
  else throw new Unfit('it has no such place.');
}

function replace(edits: YamlEdits, parent: Node, node: Node, value: unknown): void {
  if (edits.layout.isAlias(node)) throw new Unfit(aliased);
  if (node.kind === 'scalar' && isScalar(value)) edits.setScalar(node, value, edits.layout.isFlow(parent));
  else if (node.kind === 'map' && isMap(value)) change(edits, node, value);
  else if (node.kind === 'scalar' && parent.kind === 'list' && isMap(value))
    putUnder(edits, parent, node, value);
  else if (!isSameJson(toValue(node), value)) throw new Unfit('a value of another form is there.');
}

/** Turns a scalar element of a list into a map that has it under its only key. */
function putUnder(
  edits: YamlEdits,
  parent: ListNode,
  node: ScalarNode,
  value: Readonly<Record<string, unknown>>,
): void {
  const [[key, inner] = ['', undefined], another] = Object.entries(value);
  if (another || !isPlainKey(key) || !isSameJson(inner, node.value))
    throw new Unfit('a value of another form is there.');
  edits.putUnder(parent, node, key);
}

/** The text of an object, changed as little as possible to express another object: a copy that keeps comments and style. */
export function copied({ layout }: YamlEdits, root: Node, value: unknown): string {
  if (root.kind !== 'map' || !isMap(value)) throw new Unfit('it is not a map.');
  const edits = new YamlEdits(layout);
  change(edits, root, value);
  const { text, newline } = layout;
  const line = root.start - layout.column(root.start);
  const start = text.slice(line, root.start).trim() === '' ? line : root.start;
  const end = layout.nextLine(Math.max(start, layout.endOf(root) - 1));
  const own = edits.splices().map((one) => ({ ...one, start: one.start - start, end: one.end - start }));
  return spliced(text.slice(start, end), own, newline).trimEnd();
}

/** Turns a map into another one; a removed key is replaced in place by an added one. */
function change(edits: YamlEdits, map: MapNode, wanted: Readonly<Record<string, unknown>>): void {
  const own = edits.layout.ownEntries(map);
  if (own.length < map.entries.length) throw new Unfit('a part of it comes from a merge key.');
  const gone = own.filter(({ key }) => !Object.hasOwn(wanted, key));
  const added = Object.keys(wanted).filter((key) => !own.some((entry) => entry.key === key));
  for (const { key, value } of own)
    if (Object.hasOwn(wanted, key) && !isSameJson(toValue(value), wanted[key]))
      replace(edits, map, value, wanted[key]);
  const [lost, another] = gone;
  const [key, more] = added;
  if (lost && key !== undefined && !another && more === undefined && isScalar(wanted[key]))
    edits.replaceEntry(map, lost, key, wanted[key]);
  else if (gone.length > 0 && added.length > 0) throw new Unfit('several of its keys would change.');
  else {
    for (const entry of gone) remove(edits, map, entry.key);
    for (const one of added) edits.addKey(map, one, wanted[one]);
  }
}

/** A value at the end of a path. */
function nested(path: Path, value: unknown): unknown {
  return path.toReversed().reduce<unknown>((inner, step) => {
    if (typeof step === 'string') return { [step]: inner };
    if (step !== 0) throw new Unfit('it has no such place.');
    return [inner];
  }, value);
}

function isNull(node: Node): boolean {
  return node.kind === 'scalar' && node.value === null;
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** A plain value with another value at a path. */
export function withValueAt(whole: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(whole) || typeof step === 'number') {
    const items = Array.isArray(whole) ? [...(whole as readonly unknown[])] : [];
    if (value === undefined && rest.length === 0) items.splice(Number(step), 1);
    else items[Number(step)] = withValueAt(items[Number(step)], rest, value);
    return items;
  }
  const { [step]: inner, ...others } = isMap(whole) ? whole : {};
  const next = withValueAt(inner, rest, value);
  return next === undefined ? others : { ...others, [step]: next };
}
