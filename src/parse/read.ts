import type { Finding } from '../model/finding.js';
import type { MapNode, Node } from '../model/node.js';
import { type Identity, Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import { detach } from './characters.js';
import { splitDocuments } from './documents.js';
import { identify, identity, outline } from './identity.js';
import { type Problem, problemsByName } from './problems.js';
import { isTemplate } from './template.js';
import { parseTree, type Tree } from './tree.js';

/** What a source holds. */
export interface Reading {
  readonly resources: Resource[];
  /** Problems of the documents that were parsed to learn what they are. */
  readonly problems: Finding[];
  /** Whether it is an unrendered Helm template, of which nothing can be said. */
  readonly template: boolean;
}

export interface ReaderOptions {
  /** How much text is kept, and of how much text the trees are kept, in characters each. */
  readonly cacheChars?: number;
}

/** One document of a source, as long as somebody refers to it. */
interface Document {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
  isReported: boolean;
}

const nothing: Node = { kind: 'map', entries: [], start: -1, end: -1 };

/** Reads sources and remembers what it can afford to; one reader serves one run. */
export class Reader {
  /** Problems of documents that were parsed after their source was read. */
  readonly problems: Finding[] = [];

  private readonly texts: Cache<Source, string>;
  private readonly trees: Cache<Document, Tree>;
  private readonly words = new Map<string, string>();

  constructor(options: ReaderOptions = {}) {
    const { cacheChars = 24_000_000 } = options;
    this.texts = new Cache(cacheChars);
    this.trees = new Cache(cacheChars);
  }

  read(source: Source): Reading {
    const text = source.read();
    const resources: Resource[] = [];
    const problems: Finding[] = [];
    if (isBinary(text)) {
      const message = 'This file is not UTF-8 text, so nothing in it was checked.';
      return {
        resources,
        problems: [finding(source, { rule: 'yaml/text', message, start: 0, end: 0 })],
        template: false,
      };
    }
    if (text.includes('{{') && isTemplate(text)) return { resources, problems, template: true };

    for (const { start, end } of splitDocuments(text)) {
      const document: Document = { source, start, end, isReported: false };
      const known = outline(text, start, end);
      if (known.certain) {
        const found = known.identity ?? (isKustomization(source) ? kustomization : undefined);
        if (found)
          resources.push(new Resource(this.keep(found), source, known.offset, () => this.root(document)));
        continue;
      }
      if (!mayHaveKind(text, document)) continue;
      const tree = this.parse(document, text, problems);
      if (!tree.root) continue;
      this.collect(tree.root, document, resources);
    }
    if (resources.length > 0) this.texts.set(source, text, text.length);
    return { resources, problems, template: false };
  }

  private collect(root: Node, document: Document, resources: Resource[]): void {
    const found = identify(root) ?? (isKustomization(document.source) ? kustomization : undefined);
    if (!found) return;
    const items = listItems(found, root);
    if (!items) {
      resources.push(new Resource(this.keep(found), document.source, root.start, () => this.root(document)));
      return;
    }
    items.forEach((item, index) => {
      const inside = identify(typed(item, found));
      if (!inside) return;
      const load = (): Node => {
        const again = this.root(document);
        return listItems(found, again)?.[index] ?? nothing;
      };
      resources.push(new Resource(this.keep(inside), document.source, item.start, load));
    });
  }

  private root(document: Document): Node {
    const known = this.trees.get(document);
    if (known) return known.root ?? nothing;
    return this.parse(document, this.text(document.source), this.problems).root ?? nothing;
  }

  private parse(document: Document, text: string, problems: Finding[]): Tree {
    const tree = parseTree(text, document.start, document.end);
    this.trees.set(document, tree, document.end - document.start);
    if (!document.isReported)
      for (const problem of tree.problems) problems.push(finding(document.source, problem));
    document.isReported = true;
    return tree;
  }

  private text(source: Source): string {
    const known = this.texts.get(source);
    if (known !== undefined) return known;
    const text = source.read();
    this.texts.set(source, text, text.length);
    return text;
  }

  /** The same identity in strings that keep no text alive. */
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

/**
 * Keeps what came first for good, and of the rest what was used last: whoever goes round and round over more than
 * fits still finds a part of it, where a cache of the last used alone would find nothing.
 */
class Cache<Key, Value> {
  private readonly kept = new Map<Key, Value>();
  private readonly recent = new Map<Key, { readonly value: Value; readonly size: number }>();
  private keptRoom: number;
  private recentRoom: number;

  constructor(room: number) {
    this.recentRoom = Math.floor(room / 8);
    this.keptRoom = room - this.recentRoom;
  }

  get(key: Key): Value | undefined {
    const kept = this.kept.get(key);
    if (kept !== undefined) return kept;
    const recent = this.recent.get(key);
    if (!recent) return undefined;
    this.recent.delete(key);
    this.recent.set(key, recent);
    return recent.value;
  }

  set(key: Key, value: Value, size: number): void {
    if (size <= this.keptRoom) {
      this.keptRoom -= size;
      this.kept.set(key, value);
      return;
    }
    this.recent.set(key, { value, size });
    this.recentRoom -= size;
    for (const [oldest, { size: freed }] of this.recent) {
      if (this.recentRoom >= 0 || oldest === key) break;
      this.recent.delete(oldest);
      this.recentRoom += freed;
    }
  }
}

const kustomization = identity('kustomize.config.k8s.io/v1beta1', 'Kustomization', '', undefined);

function isKustomization({ path }: Source): boolean {
  return /(^|\/)kustomization\.ya?ml$/i.test(path);
}

function isBinary(text: string): boolean {
  return text.slice(0, 8000).includes('\0');
}

/** Whether a document can have a kind; an escape could hide the word. */
function mayHaveKind(text: string, { start, end }: Document): boolean {
  const document = text.slice(start, end);
  return document.includes('kind') || document.includes('\\');
}

/** The items of a List or a ConfigMapList; undefined for everything that is no list. */
function listItems({ kind }: Identity, root: Node): readonly Node[] | undefined {
  if (!kind.endsWith('List') || root.kind !== 'map') return undefined;
  const items = root.entries.find(({ key }) => key === 'items')?.value;
  if (items?.kind === 'list') return items.items;
  return kind === 'List' ? [] : undefined;
}

/** An item of a typed list need not repeat what the list says. */
function typed(item: Node, { group, version, kind }: Identity): Node {
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

function finding(source: Source, { rule, message, start, end }: Problem): Finding {
  const { severity, why } = problemsByName[rule];
  return { rule, severity, message, why, place: { source, start, end }, labels: [] };
}
