import type { Faults } from '../../model/fault.js';
import { type Finding, Tally } from '../../model/finding.js';
import { plainMessage } from '../../model/message.js';
import type { MapNode, Node } from '../../model/node.js';
import { none } from '../../model/none.js';
import { type Content, type Identity, Resource } from '../../model/resource.js';
import { isKustomizationFile, noUtf8, type Place, renderedFile, type Source } from '../../model/source.js';
import { ordersSync } from '../../kubernetes/kinds/sync-order.js';
import { detach } from './characters.js';
import { type Range, splitDocuments } from './documents.js';
import { identify, identity, outline } from './identity.js';
import { type YamlProblem, problemsByName, repeatedAlike } from './problems.js';
import { isTemplate } from './template.js';
import { parseTree, type Tree } from './tree.js';
import { valuesSchemaProblem } from './values-schema.js';

/** What a source holds. */
export interface Reading {
  readonly resources: readonly Resource[];
  /** Problems of the documents that were parsed to learn what they are. */
  readonly problems: readonly Finding[];
  /** Whether it is an unrendered Helm template, of which nothing is known. */
  readonly template: boolean;
  /** Whether its objects are of kinds that are asked for rarely, and no annotation orders their sync. */
  readonly isUnordered?: boolean;
}

/** What is kept of a source between runs: its objects are known without its text. */
export interface KeptReading {
  readonly objects: readonly KeptObject[];
  readonly isUnordered: boolean;
}

/** An object, where it starts, and where its document is. */
interface KeptObject extends Range {
  readonly identity: Identity;
  readonly offset: number;
}

/** What to keep of a source; undefined where its text is needed to know all of it. */
export function keptReading({
  resources,
  problems,
  template,
  isUnordered = false,
}: Reading): KeptReading | undefined {
  if (template || problems.length > 0) return undefined;
  const objects: KeptObject[] = [];
  for (const resource of resources) {
    const { range, offset } = resource;
    if (!range) return undefined;
    objects.push({ identity: resource, offset, ...range });
  }
  return { objects, isUnordered };
}

export interface ReaderOptions {
  /** How much text is kept, in characters; the trees of two thirds of it are kept as well. */
  readonly cacheChars?: number | undefined;
  /** Where to record documents that the reader fails on, which are unknown then; without it the exception is thrown. */
  readonly faults?: Faults | undefined;
}

/** Longer documents are rejected: Kubernetes objects are smaller, and parsing them would take seconds. */
const maxDocumentChars = 10_000_000;

/** A source, with its text as long as it fits in the cache. */
class File implements Memory {
  text: string | undefined;
  /** Counts the problems of its documents; few files need one. */
  tally: Tally<Finding> | undefined;
  /** Whether all of its objects are of kinds that are asked for rarely. */
  isRare = false;
  /** Whether its text has no annotation that orders a sync; of a file of rare kinds, often nothing else is asked. */
  isUnordered = false;

  constructor(
    readonly source: Source,
    readonly reader: Reader,
  ) {}

  get chars(): number {
    return this.text?.length ?? 0;
  }

  forget(): void {
    this.text = undefined;
  }
}

/** One document of a source, with its tree as long as it fits in the cache. There may be a hundred thousand of them. */
class Document implements Memory, Content {
  tree: Tree | undefined;
  isReported = false;

  constructor(
    readonly file: File,
    readonly start: number,
    readonly end: number,
  ) {}

  get chars(): number {
    return this.end - this.start;
  }

  get root(): Node {
    return this.file.reader.root(this);
  }

  get text(): string {
    return this.file.reader.text(this.file).slice(this.start, this.end);
  }

  get range(): Range {
    const { start, end } = this;
    return { start, end };
  }

  lacks(pattern: RegExp): boolean {
    return pattern === ordersSync && this.file.isUnordered;
  }

  examine(): void {
    if (!this.isReported) this.file.reader.examine(this);
  }

  forget(): void {
    this.tree = undefined;
  }
}

/** An item of a document that is a List. */
class Item implements Content {
  constructor(
    private readonly list: Identity,
    private readonly document: Document,
    private readonly index: number,
  ) {}

  get root(): Node {
    return listItems(this.list, this.document.root)?.[this.index] ?? emptyMap;
  }

  get text(): string {
    return this.document.text;
  }
}

/** Stands for a document that the reader failed on, so that it is unknown. */
const unreadable: Tree = { root: undefined, problems: [] };

const emptyMap: Node = { kind: 'map', entries: [], start: -1, end: -1 };

/** Reads sources and caches what fits; one reader serves one run. */
export class Reader {
  /** Problems of documents that were parsed after their source was read. */
  readonly problems: Finding[] = [];

  private readonly texts: Memories;
  /** Apart, so that they leave room for those that are asked for often. */
  private readonly rareTexts: Memories;
  private readonly trees: Memories;
  private readonly words = new Map<string, string>();
  private readonly faults: Faults | undefined;

  constructor(options: ReaderOptions = {}) {
    const { cacheChars = 16_000_000 } = options;
    this.faults = options.faults;
    this.texts = new Memories(cacheChars);
    this.rareTexts = new Memories(Math.ceil(cacheChars / 2));
    // Trees take ten times as much memory.
    this.trees = new Memories(Math.ceil((cacheChars * 2) / 3));
  }

  /** Reads a source; all documents of one that the user named are parsed, objects or not. */
  read(source: Source, text = source.read(), isNamed = false): Reading {
    const file = new File(source, this);
    const resources: Resource[] = [];
    const problems: Finding[] = [];
    const otherThanText = notText(text);
    if (otherThanText) {
      problems.push(finding(source, { rule: 'yaml/text', message: otherThanText, start: 0, end: 0 }));
      return { resources, problems, template: false };
    }
    if (source.path.endsWith('/values.schema.json')) {
      const problem = text.length > maxDocumentChars ? undefined : valuesSchemaProblem(text);
      return { resources, problems: problem ? [finding(source, problem)] : [], template: false };
    }
    if (isTemplate(text, source.path)) return { resources, problems, template: true };

    /** Documents without an object, as far as they were examined. */
    const others: Document[] = [];
    for (const { start, end } of splitDocuments(text)) {
      const document = new Document(file, start, end);
      this.contain({ source, start, end }, () => {
        const known = outline(text, start, end);
        if (known.certain && !isNamed) {
          const found = ofSource(known.identity, source);
          if (found) resources.push(new Resource(this.keep(found), source, known.offset, document));
          else others.push(document);
        } else if (isNamed || mayBeObject(text, document)) {
          const tree = this.parse(document, text);
          const isObject = tree.root !== undefined && this.collect(tree.root, document, resources);
          if (isObject || isNamed) report(document, tree, problems);
          else others.push(document);
        } else others.push(document);
      });
    }
    // `kubectl apply` of the objects of a file reads the whole file.
    const isApplied = resources.some(({ version }) => version !== '');
    for (const document of others)
      if (isApplied || isMeantAsObject(text, document)) {
        const tree = this.parse(document, text);
        if (isApplied || !tree.root) report(document, tree, problems);
      }
    if (resources.length > 0) {
      file.isRare = resources.every(({ kind }) => rarelyAsked.has(kind));
      file.text = text;
      this.addText(file);
    }
    if (file.isRare) file.isUnordered = !ordersSync.test(text);
    return {
      resources: fitting(resources),
      problems: fitting(problems),
      template: false,
      isUnordered: file.isUnordered,
    };
  }

  /** A source as an earlier run has read it: its text is read where a document is needed. */
  restore(source: Source, { objects, isUnordered }: KeptReading): Reading {
    const file = new File(source, this);
    file.isRare = objects.length > 0 && objects.every(({ identity: { kind } }) => rarelyAsked.has(kind));
    file.isUnordered = isUnordered;
    const resources = objects.map(
      ({ identity, offset, start, end }) =>
        new Resource(identity, source, offset, new Document(file, start, end)),
    );
    return { resources, problems: none, template: false, isUnordered };
  }

  /** Adds what a document holds; false if it is not a Kubernetes object. */
  private collect(root: Node, document: Document, resources: Resource[]): boolean {
    const found = ofSource(identify(root), document.file.source);
    if (!found) return false;
    const { source } = document.file;
    const own = this.keep(found);
    const items = listItems(own, root);
    if (!items) {
      resources.push(new Resource(own, source, root.start, document));
      return true;
    }
    items.forEach((item, index) => {
      const inside = identify(withItsType(item, own));
      if (!inside) return;
      const content = new Item(own, document, index);
      resources.push(new Resource(this.keep(inside), source, item.start, content));
    });
    return true;
  }

  /** The content of a document, parsed again if it was released. */
  root(document: Document): Node {
    if (document.tree) return document.tree.root ?? emptyMap;
    const tree = this.parse(document, this.text(document.file));
    report(document, tree, this.problems);
    return tree.root ?? emptyMap;
  }

  /** Reports the problems of a document that is not needed otherwise: its tree is not kept. */
  examine(document: Document): void {
    report(document, this.treeOf(document, this.text(document.file)), this.problems);
  }

  private contain<T>(place: Place, run: () => T): T | undefined {
    return this.faults ? this.faults.contain('read', place, run) : run();
  }

  private parse(document: Document, text: string): Tree {
    const tree = this.treeOf(document, text);
    document.tree = tree;
    this.trees.add(document);
    return tree;
  }

  private treeOf(document: Document, text: string): Tree {
    const { start, end, file } = document;
    if (end - start > maxDocumentChars) return tooLongDocument(document);
    const place = { source: file.source, start, end };
    return this.contain(place, () => parseTree(text, start, end)) ?? unreadable;
  }

  /** The text of a source, read again if it was released; empty if that fails. */
  text(file: File): string {
    if (file.text !== undefined) return file.text;
    try {
      file.text = file.source.read();
    } catch {
      return ''; // It existed a moment ago; its content is unknown now.
    }
    this.addText(file);
    return file.text;
  }

  private addText(file: File): void {
    (file.isRare ? this.rareTexts : this.texts).add(file);
  }

  /** The same identity, in strings that keep no file in memory. */
  private keep({ group, version, kind, name, namespace }: Identity): Identity {
    return {
      group: this.word(group),
      version: this.word(version),
      kind: this.word(kind),
      name: detach(name),
      namespace: namespace === undefined ? undefined : this.word(namespace),
    };
  }

  private word(text: string): string {
    const known = this.words.get(text);
    if (known !== undefined) return known;
    const word = detach(text);
    this.words.set(word, word);
    return word;
  }
}

/** A copy of a list without spare capacity; there may be a hundred thousand of them. */
function fitting<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? none : list.slice();
}

/** Something that takes memory and can be recreated. */
interface Memory {
  readonly chars: number;
  forget(): void;
}

/** Enough for what is used together. More would move to the old generation, which is costly to collect. */
const recentChars = 250_000;
const recentCount = 1024;

/**
 * Keeps the first values permanently, and of the rest the latest: a loop over more than fits still hits a part of it, where a
 * cache of the latest alone would never hit.
 */
class Memories {
  private keptRoom: number;
  private recentRoom: number;
  /** A ring buffer instead of a list or map, whose garbage would keep alive what it referred to. */
  private readonly recent = new Array<Memory | undefined>(recentCount).fill(undefined);
  private oldest = 0;
  private next = 0;

  constructor(room: number) {
    this.keptRoom = room;
    this.recentRoom = Math.min(room, recentChars);
  }

  add(memory: Memory): void {
    if (memory.chars <= this.keptRoom) {
      this.keptRoom -= memory.chars;
      return;
    }
    this.recentRoom -= memory.chars;
    while (this.oldest !== this.next && (this.recentRoom < 0 || this.next - this.oldest === recentCount))
      this.forgetOldest();
    this.recent[this.next % recentCount] = memory;
    this.next += 1;
  }

  private forgetOldest(): void {
    const place = this.oldest % recentCount;
    const memory = this.recent[place]!;
    this.recent[place] = undefined;
    this.oldest += 1;
    this.recentRoom += memory.chars;
    memory.forget();
  }
}

/** The identity of an object, or the one that its file name implies. */
function ofSource(told: Identity | undefined, source: Source): Identity | undefined {
  return told && told.kind !== '' ? told : (defaultIdentity(source) ?? told);
}

const kustomization = identity('kustomize.config.k8s.io/v1beta1', 'Kustomization', '', undefined);

/** Kustomize recognizes its own files by name, whatever their kind. */
function defaultIdentity({ path }: Source): Identity | undefined {
  return isKustomizationFile(path) ? kustomization : undefined;
}

/** Kinds that are large, and of which most rules use only the names. */
const rarelyAsked: ReadonlySet<string> = new Set(['ConfigMap', 'CustomResourceDefinition', 'Secret']);

/** Why a file is not text, judged by its beginning. */
function notText(text: string): string | undefined {
  const start = text.slice(0, 8000).replaceAll(noUtf8, '\uFFFD');
  if (/^\uFFFD{2}|^(?:.\0){2}|^(?:\0.){2}/s.test(start))
    return start.includes('\0')
      ? 'This file is UTF-16, which Kubernetes tools read with a byte order mark and one document only, so it was not checked; save it as UTF-8.'
      : binaryMessage;
  if (start.includes('\0')) return binaryMessage;
  const replaced = start.split('\uFFFD').length - 1;
  return replaced > 2 && replaced * 50 > start.length ? binaryMessage : undefined;
}

const binaryMessage =
  'This file is not UTF-8 text, so it was not checked; save it as UTF-8, or exclude it with "ignore" in rolloutkit.yaml.';

/** Whether a document with uncertain lines may be a Kubernetes object. It needs one of two words, which an escape could hide. */
function mayBeObject(text: string, { file, start, end }: Document): boolean {
  const document = text.slice(start, end);
  return /kind|apiVersion|\\/.test(document) || defaultIdentity(file.source) !== undefined;
}

/** Whether a document that cannot be parsed was meant as an object, and not as a file of another tool. */
function isMeantAsObject(text: string, { file, start, end }: Document): boolean {
  return text.slice(start, end).includes('apiVersion') || defaultIdentity(file.source) !== undefined;
}

/** Reports the problems of a document, once; if its file has too many, the last one that is reported counts the rest. */
function report(document: Document, { problems }: Tree, findings: Finding[]): void {
  if (document.isReported) return;
  document.isReported = true;
  const { file } = document;
  for (const problem of problems) {
    const found = finding(file.source, problem);
    file.tally ??= new Tally('file');
    if (file.tally.keeps(found.rule, found)) findings.push(found);
  }
}

function tooLongDocument({ start, end }: Document): Tree {
  const message = `This document has ${Math.round((end - start) / 1e6)} million characters; documents with more than ${maxDocumentChars / 1e6} million are not read.`;
  return { root: undefined, problems: [{ rule: 'yaml/size-limited', message, start, end: start + 1 }] };
}

/** The items of a List or a ConfigMapList; undefined for everything else. */
function listItems({ kind }: Identity, root: Node): readonly Node[] | undefined {
  if (!kind.endsWith('List') || root.kind !== 'map') return undefined;
  const items = root.entries.find(({ key }) => key === 'items')?.value;
  if (items?.kind === 'list') return items.items;
  return kind === 'List' ? [] : undefined;
}

/** An item of a typed list need not repeat the type of the list. */
function withItsType(item: Node, { group, version, kind }: Identity): Node {
  if (item.kind !== 'map' || kind === 'List') return item;
  const entry = (key: string, value: string): MapNode['entries'][number] => ({
    key,
    keyStart: -1,
    keyEnd: -1,
    value: { kind: 'scalar', value, start: -1, end: -1 },
  });
  const has = (name: string): boolean => item.entries.some(({ key }) => key === name);
  const added = [
    ...(has('apiVersion') ? [] : [entry('apiVersion', group === '' ? version : `${group}/${version}`)]),
    ...(has('kind') ? [] : [entry('kind', kind.slice(0, -'List'.length))]),
  ];
  return added.length === 0 ? item : { ...item, entries: [...item.entries, ...added] };
}

function finding(source: Source, problem: YamlProblem): Finding {
  const { rule, message, start, end, more, isSame } = problem;
  const isHarmless = isSame === true && source.path.endsWith(`/${renderedFile}`);
  const { severity, consequence, why } = isHarmless ? repeatedAlike : problemsByName[rule];
  return {
    rule,
    severity,
    message: plainMessage(message),
    consequence: { kind: consequence, why: problem.why ?? why },
    place: { source, start, end },
    labels: [],
    more,
  };
}
