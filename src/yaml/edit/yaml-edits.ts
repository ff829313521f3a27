import { isSameJson } from '../../kubernetes/objects/json.js';
import type { ListNode, MapEntry, MapNode, Node, ScalarNode } from '../../model/node.js';
import { aliased, type Layout, tokensIn, Unfit } from './layout.js';
import { blockSplices } from './block-text.js';
import { type Splice, spliced } from './splice.js';

interface Edit extends Splice {
  /** The indentation of lines that are inserted between others. */
  readonly indent?: number;
}

/** An element that a list should have: an existing one, existing or replaced, or a new one at its end. */
export interface WantedItem {
  /** The index of the existing element. */
  readonly from?: number;
  /** Its text, if that is new. */
  readonly text?: string;
}

/**
 * Edits of a YAML file that leave all else unchanged: comments, order, style. They throw Unfit for what cannot be changed alone,
 * such as an alias.
 */
export class YamlEdits {
  private readonly edits: Edit[] = [];

  constructor(readonly layout: Layout) {}

  /** The file with all edits. */
  apply(): string {
    return spliced(this.layout.text, this.splices(), this.layout.newline);
  }

  /** All edits, in order. */
  splices(): readonly Splice[] {
    const edits = [...this.edits].sort(byStart);
    for (const [index, { start }] of edits.entries())
      if (start < (edits[index - 1]?.end ?? 0)) throw new Unfit('two changes of it overlap.');
    return edits;
  }

  /** Replaces the value of a scalar, in its style. */
  setScalar(node: ScalarNode, value: unknown, isInFlow: boolean): void {
    this.replace(node, value, isInFlow);
  }

  /** Replaces an entry by another key and value. */
  replaceEntry(map: MapNode, entry: MapEntry, key: string, value: unknown): void {
    const { keyStart, keyEnd } = entry;
    const quote = /^["']/.exec(this.layout.text.slice(keyStart, keyStart + 1))?.[0] ?? '';
    this.edits.push({ start: keyStart, end: keyEnd, text: `${quote}${key}${quote}` });
    this.setScalar(scalarOf(entry.value), value, this.layout.isFlow(map));
  }

  /** Gives an entry another key; its value and all comments stay. */
  renameKey(map: MapNode, from: string, to: string): void {
    this.check(map);
    const entry = this.layout.entryOf(map, from);
    if (!entry) throw new Unfit('the key is not in its map.');
    const { keyStart, keyEnd } = entry;
    const quote = /^["']/.exec(this.layout.text.slice(keyStart, keyStart + 1))?.[0] ?? '';
    this.edits.push({ start: keyStart, end: keyEnd, text: `${quote}${to}${quote}` });
  }

  /** Puts an element of a block list under a key of its own, in the same place. */
  putUnder(list: ListNode, node: ScalarNode, key: string): void {
    this.check(list);
    this.check(node);
    if (this.layout.isFlow(list)) throw new Unfit('its list is written in one line.');
    this.edits.push({ start: node.start, end: node.start, text: `${key}: ` });
  }

  /** Sets a key of a map to a string; a new key is inserted after certain other keys, else first. */
  setText(map: MapNode, key: string, value: string, behind: readonly string[] = []): void {
    this.check(map);
    const entry = this.layout.entryOf(map, key);
    const before = this.layout.ownEntries(map).findLast((other) => behind.includes(other.key));
    if (entry) this.replace(scalarOf(entry.value), value, this.layout.isFlow(map));
    else if (!before) this.prepend(map, key, value);
    else if (this.layout.isFlow(map)) this.insertInFlow(map, [before.value.end], this.pair(key, value));
    else
      this.addLines(this.layout.endOf(before.value), this.layout.column(before.keyStart), { [key]: value });
  }

  /** Adds a key to a map; a key without a value gets it. */
  addKey(map: MapNode, key: string, value: unknown): void {
    this.check(map);
    const entry = this.layout.entryOf(map, key);
    if (entry) this.fill(map, entry, value);
    else if (this.layout.isFlow(map)) this.insertInFlow(map, endsOf(map), this.pair(key, value));
    else {
      const [first] = this.layout.ownEntries(map);
      if (!first) throw new Unfit('it has no key.');
      this.addLines(this.layout.endOf(map), this.layout.column(first.keyStart), { [key]: value });
    }
  }

  /** Removes a key and its value from a map. */
  removeKey(map: MapNode, key: string): void {
    this.check(map);
    const own = this.layout.ownEntries(map);
    const at = own.findIndex((entry) => entry.key === key);
    const [entry, before, after] = [own[at], own[at - 1], own[at + 1]];
    if (!entry) return;
    this.check(entry.value);
    if (this.layout.isFlow(map)) {
      if (before) this.cut(before.value.end, entry.value.end);
      else this.cut(entry.keyStart, after?.keyStart ?? entry.value.end);
      return;
    }
    const line = this.layout.lineStart(entry.keyStart);
    if (this.layout.text.slice(line, entry.keyStart).trim() === '')
      this.cutLines(entry.keyStart, entry.value, this.layout.column(entry.keyStart));
    else if (after) this.cut(entry.keyStart, after.keyStart);
    else throw new Unfit('nothing else is in the element of a list.');
  }

  /** Turns a list into another one that is not empty. */
  changeList(list: ListNode, wanted: readonly WantedItem[]): void {
    this.check(list);
    const kept = new Map(wanted.flatMap((one) => (one.from === undefined ? [] : [[one.from, one.text]])));
    for (const [index, item] of list.items.entries()) {
      const text = kept.get(index);
      if (text !== undefined) this.replace(scalarOf(item), text, this.layout.isFlow(list));
    }
    const removed = new Set([...list.items.keys()].filter((index) => !kept.has(index)));
    const added = wanted.filter(({ from }) => from === undefined).map(({ text = '' }) => text);
    this.removeItems(list, removed, added);
  }

  /** Adds elements to a list. */
  append(list: ListNode, values: readonly unknown[]): void {
    this.check(list);
    if (this.layout.isFlow(list)) {
      this.insertInFlow(
        list,
        list.items.map(({ end }) => end),
        this.layout.flow(values).slice(1, -1),
      );
      return;
    }
    const [first] = list.items;
    if (!first) throw new Unfit('a list is written in an unsupported form.');
    this.addLines(this.layout.endOf(list), this.layout.column(this.layout.dashOf(first)), values);
  }

  /** Removes elements from a list that keeps others or gets new ones. */
  removeItems(list: ListNode, removed: ReadonlySet<number>, instead: readonly unknown[] = []): void {
    this.check(list);
    const [first, last] = [list.items[0], list.items.at(-1)];
    if (!this.layout.isFlow(list)) {
      for (const index of removed) this.removeLines(list.items[index]);
      if (instead.length > 0) this.append(list, instead);
    } else if (first && last && removed.size === list.items.length)
      this.cut(first.start, last.end, this.layout.flow(instead).slice(1, -1));
    else {
      const kept = list.items.findIndex((_, index) => !removed.has(index));
      for (const index of removed) this.removeInFlow(list, index, index > kept);
      if (instead.length > 0) this.append(list, instead);
    }
  }

  private removeLines(item: Node | undefined): void {
    if (!item) return;
    const dash = this.layout.dashOf(item);
    this.cutLines(dash, item, this.layout.column(dash));
  }

  private removeInFlow({ items }: ListNode, index: number, isBehindKept: boolean): void {
    const [before, item, after] = [items[index - 1], items[index], items[index + 1]];
    if (!item) return;
    if (isBehindKept && before) this.cut(before.end, item.end);
    else this.cut(item.start, after?.start ?? item.end);
  }

  private check(node: Node): void {
    if (this.layout.isAlias(node)) throw new Unfit(aliased);
  }

  private replace(node: ScalarNode, value: unknown, isInFlow: boolean): void {
    this.check(node);
    const { style } = node;
    if (style === 'literal' || style === 'folded') {
      this.changeBlock(node, style, value);
      return;
    }
    const text = this.layout.scalar(value, isInFlow, node);
    // The place of a missing value is right after the colon.
    const blank = node.start === node.end && this.layout.text[node.start - 1] === ':' ? ' ' : '';
    this.edits.push({ start: node.start, end: node.end, text: `${blank}${text}` });
  }

  private changeBlock(node: ScalarNode, style: 'literal' | 'folded', value: unknown): void {
    if (typeof value !== 'string' || typeof node.value !== 'string')
      throw new Unfit('it is written as a block of lines.');
    const written = this.layout.text.slice(node.start, node.end);
    for (const { start, end, text } of blockSplices(written, style, node.value, value, this.layout.newline))
      this.edits.push({ start: node.start + start, end: node.start + end, text });
  }

  private prepend(map: MapNode, key: string, value: string): void {
    const [first] = this.layout.ownEntries(map);
    if (!first) throw new Unfit('it has no key.');
    const isFlow = this.layout.isFlow(map);
    const pair = isFlow ? this.pair(key, value) : `${key}: ${this.layout.scalar(value, false)}`;
    const gap = isFlow
      ? this.layout.comma
      : `${this.layout.newline}${' '.repeat(this.layout.column(first.keyStart))}`;
    this.edits.push({ start: first.keyStart, end: first.keyStart, text: `${pair}${gap}` });
  }

  /** A key and its value on one line, without braces. */
  private pair(key: string, value: unknown): string {
    return this.layout.flow({ [key]: value }).slice(1, -1);
  }

  /** Adds a value to a key that has none. */
  private fill(map: MapNode, entry: MapEntry, value: unknown): void {
    const { value: node } = entry;
    this.check(node);
    const isNothing =
      (node.kind === 'scalar' && node.value === null) || (node.kind === 'list' && node.items.length === 0);
    if (!isNothing) throw new Unfit(`its "${entry.key}" is written in an unsupported form.`);
    // An empty value has no block form.
    if (this.layout.isFlow(map) || isSameJson(value, {})) {
      const text = this.layout.flow(value);
      this.edits.push({
        start: node.start,
        end: node.end,
        text: node.start === node.end ? ` ${text}` : text,
      });
      return;
    }
    const step = this.layout.block({ key: value })[1] ?? '';
    const indent = this.layout.column(entry.keyStart) + (step.length - step.trimStart().length);
    const gap = this.layout.text.slice(entry.keyEnd, node.start);
    const blanks = gap.length - gap.trimEnd().length;
    this.edits.push({ start: node.start - blanks, end: node.end, text: '' });
    this.addLines(Math.max(node.end, entry.keyEnd), indent, value);
  }

  private insertInFlow(node: ListNode | MapNode, ends: readonly number[], text: string): void {
    const last = ends.at(-1);
    const at = last ?? node.start + 1;
    this.edits.push({ start: at, end: at, text: last === undefined ? text : `${this.layout.comma}${text}` });
  }

  /** Inserts lines after the line of an offset. */
  private addLines(offset: number, indent: number, value: unknown): void {
    const { layout } = this;
    const lines = layout.block(value).map((line) => `${' '.repeat(indent)}${line}${layout.newline}`);
    const at = layout.nextLine(Math.max(0, offset - 1));
    this.edits.push({ start: at, end: at, text: lines.join(''), isLine: true, indent });
  }

  /** Removes the lines from an offset to the end of a node. Comments are kept on lines of their own. */
  private cutLines(from: number, node: Node, indent: number): void {
    const start = this.layout.lineStart(from);
    const end = this.layout.nextLine(Math.max(from, this.layout.endOf(node) - 1));
    const comments = this.commentsIn(from, end, node);
    const lines = comments.map((comment) => `${' '.repeat(indent)}${comment}${this.layout.newline}`);
    this.edits.push({ start, end, text: lines.join('') });
  }

  private commentsIn(from: number, to: number, node: Node): readonly string[] {
    let text = this.layout.text.slice(from, to);
    for (const { start, end } of tokensIn(node))
      if (start >= from && end <= to)
        text = `${text.slice(0, start - from)}${'x'.repeat(end - start)}${text.slice(end - from)}`;
    return [...text.matchAll(/\s(#[^\r\n]*)/g)].map(([, comment = '']) => comment.trimEnd());
  }

  private cut(start: number, end: number, text = ''): void {
    if (this.layout.text.slice(start, end).includes('#'))
      throw new Unfit('there may be a comment in the part to remove.');
    this.edits.push({ start, end, text });
  }
}

function endsOf(map: MapNode): readonly number[] {
  return map.entries.map(({ value }) => value.end);
}

function scalarOf(node: Node): ScalarNode {
  if (node.kind !== 'scalar') throw new Unfit('a value is not written as a string.');
  return node;
}

/** Of edits at one offset, insertions come before removals, and deeper ones first. */
function byStart(left: Edit, right: Edit): number {
  return left.start - right.start || left.end - right.end || (right.indent ?? 0) - (left.indent ?? 0);
}
