import { join } from '../graph/kustomization.js';
import { localDependencies } from '../graph/local-dependencies.js';
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
    /** The folders of charts in this one, by their path in it, if they are elsewhere. */
    private readonly resolved: ReadonlyMap<string, string> = new Map(),
  ) {}

  of({ root, kind, name, origin }: RenderedDoc): Origin | undefined {
    if (origin === undefined) return undefined;
    const { source, names, chart } = this.templateOf(origin);
    if (!source) return undefined;
    const documents = this.documents(source);
    const own = documents.filter((lines) => hasLine(lines, ['kind'], kind));
    const named = own.filter((lines) => hasLine(lines, ['metadata', 'name'], name));
    const lines = named[0] ?? own[0] ?? documents[0];
    if (!lines) return undefined;
    return {
      written: { kind, name },
      names: [name],
      place: (path, isKey) =>
        placeIn({ source, lines, root, values: this.valuesFor(names, chart) }, path, isKey),
      removal: () => undefined,
      touches: () => undefined,
    };
  }

  /** The template that Helm names, else a file of values, else what describes the chart. */
  file({ origin }: RenderedDoc): Place | undefined {
    const { chart, values } = this.unit;
    const source =
      (origin === undefined ? undefined : this.templateOf(origin).source) ??
      [...values.toReversed(), `${chart}/values.yaml`, `${chart}/Chart.yaml`]
        .map((file) => this.sourceAt(file))
        .find((file) => file !== undefined);
    return source && { source, start: 0, end: 0 };
  }

  /**
   * The template that Helm names, with the folder of its chart and the names under which values configure that. A chart in an archive
   * is looked for in the folder that it was packed from.
   */
  private templateOf(origin: string): TemplateFile {
    let within = origin.slice(origin.indexOf('/') + 1);
    let { chart } = this.unit;
    let place = '';
    const names: string[] = [];
    for (;;) {
      const [, name, rest] = /^charts\/([^/]+)\/(.+)$/.exec(within) ?? [];
      if (name === undefined || rest === undefined) break;
      place = `${place}${place === '' ? '' : '/'}charts/${name}`;
      chart = this.resolved.get(place) ?? this.innerChart(chart, name);
      names.push(name);
      within = rest;
    }
    return { source: this.sourceAt(join(chart, within)), chart, names };
  }

  private innerChart(chart: string, name: string): string {
    const inner = join(chart, `charts/${name}`);
    if (this.sourceAt(`${inner}/Chart.yaml`)) return inner;
    const local = localDependencies(chart, (file) => this.sourceAt(file)?.read());
    return local.find((one) => one.name === name)?.folder ?? inner;
  }

  private documents(source: Source): ReturnType<typeof templateDocuments> {
    let documents = this.templates.get(source);
    if (!documents) this.templates.set(source, (documents = templateDocuments(source.read())));
    return documents;
  }

  /** The values of a chart, the last file, which wins, first: those of its own file are over no name. */
  private valuesFor(names: readonly string[], chart: string): readonly ValuesFile[] {
    const above = this.valuesFiles.map((doc) => ({ doc, names }));
    return names.length === 0
      ? above
      : [...above, ...this.valuesAt(`${chart}/values.yaml`).map((doc) => ({ doc, names: [] }))];
  }

  /** The value files, the last one, which wins, first. */
  private get valuesFiles(): readonly Doc[] {
    const { chart, values } = this.unit;
    this.values ??= [...values.toReversed(), `${chart}/values.yaml`].flatMap((file) => this.valuesAt(file));
    return this.values;
  }

  private valuesAt(file: string): readonly Doc[] {
    const source = this.sourceAt(file);
    return source ? documentsOf(source).slice(0, 1) : [];
  }
}

interface TemplateFile {
  readonly source: Source | undefined;
  readonly chart: string;
  readonly names: readonly string[];
}

/** A file of values, and the path in it to those of a chart. */
interface ValuesFile {
  readonly doc: Doc;
  readonly names: readonly string[];
}

function hasLine(lines: readonly TemplateLine[], keys: readonly string[], value: string): boolean {
  return lines.some((line) => line.keys.join('\n') === keys.join('\n') && unquoted(line.value) === value);
}

interface Context {
  readonly source: Source;
  readonly lines: readonly TemplateLine[];
  readonly root: Node;
  readonly values: readonly ValuesFile[];
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
    for (const { doc, names } of values) {
      // Charts share what is global with those in them.
      const above = path[0] === 'global' ? [] : names;
      const hit = findNode(doc.root, [...above, ...path, ...rest]);
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
