import { join } from '../graph/kustomization.js';
import type { Path } from '../../model/field.js';
import type { Node } from '../../model/node.js';
import type { Place, Source } from '../../model/source.js';
import type { Origin, Origins } from './origins.js';
import type { HelmUnit } from './plan.js';
import type { RenderedDoc } from './rendered.js';
import { templateDocuments, type TemplateLine, valuesPath } from './template-lines.js';
import { parseTree } from '../../yaml/parse/tree.js';
import { child, type Doc, documentsOf, findNode, follow, placeOfHit } from './tree.js';

/** Finds the origin of a chart's output: the line of a template, or of a value that the template writes unchanged. */
export class HelmOrigins implements Origins {
  private readonly templates = new Map<Source, ReturnType<typeof templateDocuments>>();
  private values: readonly Doc[] | undefined;

  constructor(
    private readonly unit: HelmUnit,
    private readonly sourceAt: (path: string) => Source | undefined,
  ) {}

  of({ root, kind, name, origin }: RenderedDoc): Origin | undefined {
    if (origin === undefined) return undefined;
    const source = this.sourceAt(join(this.unit.chart, origin.slice(origin.indexOf('/') + 1)));
    if (!source) return undefined;
    const documents = this.documents(source);
    const own = documents.filter((lines) => hasLine(lines, ['kind'], kind));
    const named = own.filter((lines) => hasLine(lines, ['metadata', 'name'], name));
    const lines = named[0] ?? own[0] ?? documents[0];
    if (!lines) return undefined;
    // Values of a subchart are under its name, or in its own file.
    const isOwn = !origin.includes('/charts/');
    return {
      written: { kind, name },
      names: [name],
      place: (path, isKey) =>
        placeIn({ source, lines, root, values: isOwn ? this.valuesFiles : [] }, path, isKey),
      removal: () => undefined,
      touches: () => undefined,
    };
  }

  private documents(source: Source): ReturnType<typeof templateDocuments> {
    let documents = this.templates.get(source);
    if (!documents) this.templates.set(source, (documents = templateDocuments(source.read())));
    return documents;
  }

  /** The value files, the last one, which wins, first. */
  private get valuesFiles(): readonly Doc[] {
    const { chart, values } = this.unit;
    this.values ??= [...values.toReversed(), `${chart}/values.yaml`].flatMap((file) => {
      const source = this.sourceAt(file);
      return source ? documentsOf(source).slice(0, 1) : [];
    });
    return this.values;
  }
}

function hasLine(lines: readonly TemplateLine[], keys: readonly string[], value: string): boolean {
  return lines.some((line) => line.keys.join('\n') === keys.join('\n') && unquoted(line.value) === value);
}

interface Context {
  readonly source: Source;
  readonly lines: readonly TemplateLine[];
  readonly root: Node;
  readonly values: readonly Doc[];
}

/** The line for a path, else for its longest prefix that has a line or a value. */
function placeIn(context: Context, path: Path, isKey: boolean): Place | undefined {
  const node = findNode(context.root, path)?.node;
  // A map in a list starts on the line of its first key; Helm keeps the order of keys.
  if (typeof path.at(-1) === 'number' && node?.kind === 'map' && node.entries[0] && !lineFor(context, path))
    return placeIn(context, [...path, node.entries[0].key], true);
  for (let length = path.length; length > 0; length--) {
    const start = path.slice(0, length);
    const isWhole = length === path.length;
    const line = lineFor(context, start);
    if (!line) continue;
    const value = valuePlace(context, line, isWhole ? [] : path.slice(length), node);
    if (value && !(isWhole && isKey)) return value;
    const { source } = context;
    const inside = isWhole && line.hasKey ? undefined : withinLine(context, line, start, path.slice(length));
    if (inside) return inside;
    const atKey = line.hasKey && (line.value === '' || !isWhole || isKey);
    return atKey
      ? { source, start: line.keyStart, end: line.keyEnd }
      : { source, start: line.valueStart, end: line.valueStart + line.value.length };
  }
  const [first] = context.lines;
  return first && { source: context.source, start: first.keyStart, end: first.keyEnd };
}

/** The part of a path within the value of a line, if that is in flow style without actions. */
function withinLine(
  { source, root }: Context,
  { value, valueStart }: TemplateLine,
  start: Path,
  rest: Path,
): Place | undefined {
  if (!/^[[{]/.test(value) || value.includes('{{')) return undefined;
  const written = parseTree(source.read(), valueStart, valueStart + value.length);
  const made = findNode(root, start)?.node;
  if (!written.root || written.problems.length > 0 || !made) return undefined;
  const doc: Doc = { root: written.root, place: (from, to) => ({ source, start: from, end: to }) };
  for (let length = rest.length; length >= 0; length--) {
    const hit = follow(doc.root, rest.slice(0, length), made);
    if (hit && (length > 0 || doc.root.kind === 'map')) return placeOfHit(doc, hit, length < rest.length);
  }
  return undefined;
}

function lineFor({ lines, root }: Context, path: Path): TemplateLine | undefined {
  const keys = path.filter((segment) => typeof segment === 'string');
  const isElement = typeof path.at(-1) === 'number';
  const found = lines.filter((line) => line.hasKey !== isElement && line.keys.join('\n') === keys.join('\n'));
  if (found.length < 2) return found[0];
  const node = findNode(root, path)?.node;
  const literal = node?.kind === 'scalar' ? String(node.value) : undefined;
  const same = found.filter((line) => unquoted(line.value) === literal);
  const isFlow = ({ value }: TemplateLine): boolean => literal === undefined && /^[[{]/.test(value);
  const written =
    same.length > 0
      ? same
      : found.filter((line) => line.value === '' || line.value.includes('{{') || isFlow(line));
  // Lines with other literal values belong to other elements.
  if (literal !== undefined && written.length === 0 && found.every((line) => /^[^|>"'{[]/.test(line.value)))
    return undefined;
  const all = written.length > 0 ? written : found;
  const nth = all.length === 1 ? undefined : found[placeAmong(root, path, found.length)];
  return nth && all.includes(nth) ? nth : all[0];
}

/**
 * Which of so many lines of a path is meant: the elements of lists that have the path stand in the order of the lines, if they are as
 * many; else the index of the last list is the best guess.
 */
function placeAmong(root: Node, path: Path, count: number): number {
  const own = findNode(root, path)?.node;
  const alike = own && count <= mostCompared ? nodesAlike(root, path) : [];
  const place = own && alike.length === count ? alike.indexOf(own) : -1;
  return place >= 0 ? place : (path.findLast((segment) => typeof segment === 'number') ?? 0);
}

/** Each line of a longer list would be looked for among all others. */
const mostCompared = 1000;

/** The nodes of all paths that differ from a path at most by the indexes of lists, in the order of the document. */
function nodesAlike(root: Node, path: Path): readonly Node[] {
  let found: readonly Node[] = [root];
  for (const segment of path)
    found = found.flatMap((node) => {
      if (typeof segment === 'number') return node.kind === 'list' ? node.items : [];
      return child(node, segment)?.node ?? [];
    });
  return found;
}

/** The place of the value that a line, or an action below it, writes unchanged. */
function valuePlace(
  { values }: Context,
  line: TemplateLine,
  rest: Path,
  rendered: Node | undefined,
): Place | undefined {
  // Of the lines inside, only an action on a line of its own writes more than its line shows.
  const blocks = line.inside.filter((text, index) => isBlock(text) && (rest.length > 0 || index === 0));
  const actions = (line.value === '' ? blocks : [line.value]).filter((text) => text.includes('.Values.'));
  for (const action of actions) {
    const path = valuesPath(action);
    if (!path) continue;
    for (const doc of values) {
      const hit = findNode(doc.root, [...path, ...rest]);
      if (!hit) continue;
      const isSame =
        rendered?.kind !== 'scalar' ||
        (hit.node.kind === 'scalar' && String(hit.node.value) === String(rendered.value));
      if (isSame) return placeOfHit(doc, hit);
      break; // An earlier file does not count.
    }
  }
  return undefined;
}

function isBlock(text: string): boolean {
  return /^\s*\{\{.*\btoYaml\b/.test(text);
}

function unquoted(value: string): string {
  return value.replace(/(?<!\s)\s+#[^]*/, '').replace(/^(["'])(.*)\1$/, '$2');
}
