import { isSameJson } from '../../kubernetes/objects/json.js';
import { Layout, type Manner, mannerOf, Unfit } from '../../yaml/edit/layout.js';
import { spliced } from '../../yaml/edit/splice.js';
import { copied, withValueAt, writeAll } from '../../yaml/edit/write.js';
import { YamlEdits } from '../../yaml/edit/yaml-edits.js';
import type { Path } from '../../model/field.js';
import type { Fix, TextEdit, Write } from '../../model/fix.js';
import { type Node, toValue } from '../../model/node.js';
import type { Source } from '../../model/source.js';
import { type Range, splitDocuments } from '../../yaml/parse/documents.js';
import { parseTree } from '../../yaml/parse/tree.js';

/** The minimal edits that apply a fix to the texts of files, or the reason why it cannot be applied. */
export type Edited = { readonly edits: readonly TextEdit[] } | { readonly unfit: string };

/** A document of a file, and the values to write into it. */
export interface Meant {
  readonly source: Source;
  /** The index of the document in its text. */
  readonly index: number;
  readonly writes: readonly { readonly path: Path; readonly value: unknown }[];
  /** The documents to append after it. */
  readonly added: readonly unknown[];
}

/** A cache of parsed documents for fixes. Each text is split once and each document parsed once, up to a limit. */
export class Texts {
  private readonly manners = new Map<Source, Manner>();
  private readonly ranges = new Map<Source, readonly Range[]>();
  private readonly texts = new Map<Source, string>();
  private readonly roots = new Map<Range, Node | undefined>();
  private readonly values = new Map<Node, unknown>();

  constructor(private readonly kept = Infinity) {}

  textOf(source: Source): string {
    let text = this.texts.get(source);
    if (text === undefined) this.texts.set(source, (text = source.read()));
    return text;
  }

  /** Clears the cache if it is too large. Only called between fixes, so that each fix works with one state. */
  rest(): void {
    if (this.texts.size <= this.kept) return;
    for (const map of [this.manners, this.ranges, this.texts, this.roots, this.values]) map.clear();
  }

  mannerOf(source: Source): Manner {
    let manner = this.manners.get(source);
    if (!manner) this.manners.set(source, (manner = mannerOf(this.textOf(source))));
    return manner;
  }

  /** The index of the document that contains an offset; -1 if none does. */
  indexAt(source: Source, offset: number): number {
    const ranges = this.rangesOf(source);
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ranges[middle]!.end <= offset) low = middle + 1;
      else high = middle;
    }
    return (ranges[low]?.start ?? Infinity) <= offset ? low : -1;
  }

  rangesOf(source: Source): readonly Range[] {
    let ranges = this.ranges.get(source);
    if (!ranges) this.ranges.set(source, (ranges = splitDocuments(this.textOf(source))));
    return ranges;
  }

  rootOf(source: Source, range: Range): Node | undefined {
    if (!this.roots.has(range)) {
      const { root, problems } = parseTree(this.textOf(source), range.start, range.end);
      this.roots.set(range, problems.length > 0 ? undefined : root);
    }
    return this.roots.get(range);
  }

  /** The value of a document, once for all of its fixes. */
  valueOf(root: Node): unknown {
    if (!this.values.has(root)) this.values.set(root, toValue(root));
    return this.values.get(root);
  }
}

/**
 * The documents that a fix changes.
 * @throws {Unfit} if a document has changed since it was read
 */
export function meantBy({ writes }: Pick<Fix, 'writes'>, texts: Texts): readonly Meant[] {
  const all = new Map<
    Range,
    Meant & { readonly writes: { path: Path; value: unknown }[]; readonly added: unknown[] }
  >();
  for (const one of writes) {
    const { source, root } = one.resource;
    if (root.start < 0) throw new Unfit('it is in no file.');
    const index = texts.indexAt(source, root.start);
    const range = texts.rangesOf(source)[index];
    const document = range && texts.rootOf(source, range);
    const prefix = document && pathTo(document, root);
    if (!range || !prefix || !isAsRead(one, document, prefix))
      throw new Unfit('its file differs from the deployed object.');
    let meant = all.get(range);
    if (!meant) all.set(range, (meant = { source, index, writes: [], added: [] }));
    if (one.path.length === 0) {
      if (prefix.length > 0) throw new Unfit('it is an element of a list.');
      meant.added.push(one.value);
    } else meant.writes.push({ path: [...prefix, ...one.path], value: one.value });
  }
  return [...all.values()];
}

/** The edits of a fix. Parses each edited document again and compares it with the intended values. */
export function editsOf(fix: Pick<Fix, 'writes'>, texts = new Texts()): Edited {
  texts.rest();
  try {
    return { edits: meantBy(fix, texts).flatMap((meant) => editsIn(meant, texts)) };
  } catch (error) {
    if (error instanceof Unfit) return { unfit: error.message };
    throw error;
  }
}

function editsIn(meant: Meant, texts: Texts): readonly TextEdit[] {
  const { source, index, writes, added } = meant;
  const text = texts.textOf(source);
  const range = texts.rangesOf(source)[index]!;
  const root = texts.rootOf(source, range)!;
  const edits = new YamlEdits(new Layout(text, root, texts.mannerOf(source)));
  writeAll(edits, root, writes);
  const splices = edits.splices();
  const isInside = splices.every(({ start, end }) => start >= range.start && end <= range.end);
  const ofDocument = splices.map((splice) => ({
    ...splice,
    start: splice.start - range.start,
    end: splice.end - range.start,
  }));
  const { newline } = edits.layout;
  const after = spliced(text.slice(range.start, range.end), ofDocument, newline);
  if (!isInside || !isMeant(after, texts.valueOf(root), writes))
    throw new Unfit('its YAML cannot be edited in place.');
  const documents = added.map((value) => documentBehind(text, range, edits, root, value));
  const ofWrites = splices.map(({ start, end, text: inside, isLine }) => {
    // Appends a line to a last line without a line break.
    const isBehindAll = isLine === true && start === text.length && !text.endsWith('\n');
    return {
      source,
      start,
      end,
      text: isBehindAll ? `${newline}${inside.replace(/\r?\n$/, '')}` : inside,
    };
  });
  return [...ofWrites, ...documents.map((one) => ({ source, ...one }))];
}

/**
 * The text of a document after another one, in the same style where their values are equal. A string without a final line
 * break stays without one.
 */
function documentBehind(
  text: string,
  { start, end }: Range,
  edits: YamlEdits,
  root: Node,
  value: unknown,
): Omit<TextEdit, 'source'> {
  const { layout } = edits;
  for (const body of bodiesOf(edits, root, value)) {
    const lines = `---${layout.newline}${body}`;
    const inside = text[end - 1] === '\n' ? `${lines}${layout.newline}` : `${layout.newline}${lines}`;
    const both = text.slice(start, end) + inside;
    const [first, second, another] = splitDocuments(both);
    const said = first && second && !another && parseTree(both, second.start, second.end);
    if (said && said.root && said.problems.length === 0 && isSameJson(toValue(said.root), value))
      return { start: end, end, text: inside };
  }
  throw new Unfit('no document can be added after it.');
}

function* bodiesOf({ layout }: YamlEdits, root: Node, value: unknown): Generator<string> {
  try {
    yield copied(new YamlEdits(layout), root, value);
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
  }
  yield layout.block(value).join(layout.newline);
}

/** Whether a string is one document with the intended values. */
function isMeant(text: string, before: unknown, writes: Meant['writes']): boolean {
  const [range, another] = splitDocuments(text);
  if (!range || another) return false;
  const { root, problems } = parseTree(text, range.start, range.end);
  return root !== undefined && problems.length === 0 && isSameJson(toValue(root), expected(before, writes));
}

/** The value of a document after all writes. */
export function expected(before: unknown, writes: Meant['writes']): unknown {
  return writes.reduce((whole, { path, value }) => withValueAt(whole, path, value), before);
}

/** Whether the document still contains the values of the object. */
function isAsRead({ resource, path }: Write, document: Node, prefix: Path): boolean {
  const [there, read] = [nodeAt(document, [...prefix, ...path]), nodeAt(resource.root, path)];
  return isSameJson(there && toValue(there), read && toValue(read));
}

function nodeAt(root: Node, path: Path): Node | undefined {
  let node: Node | undefined = root;
  for (const step of path)
    node =
      node?.kind === 'map'
        ? node.entries.find(({ key }) => key === step)?.value
        : node?.kind === 'list'
          ? node.items[Number(step)]
          : undefined;
  return node;
}

/** The path from a document to an object in it, which may be an item of a List. */
function pathTo(node: Node, { start, kind }: Node): Path | undefined {
  if (node.start === start && node.kind === kind) return [];
  const inner: readonly (readonly [string | number, Node])[] =
    node.kind === 'map'
      ? node.entries.map(({ key, value }) => [key, value])
      : node.kind === 'list'
        ? [...node.items.entries()]
        : [];
  for (const [step, child] of inner) {
    if (start < child.start || start >= child.end) continue;
    const path = pathTo(child, { start, kind } as Node);
    if (path) return [step, ...path];
  }
  return undefined;
}
