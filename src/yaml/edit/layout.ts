import { dump } from 'js-yaml';
import type { Field } from '../../model/field.js';
import type { ListNode, MapEntry, MapNode, Node, ScalarNode } from '../../model/node.js';

/** Why a file cannot be edited. */
export class Unfit extends Error {}

/** The reason if an alias would have to be changed. */
export const aliased = 'it is an alias that is also used elsewhere.';

/** The style of a whole file. */
export interface Manner {
  readonly newline: string;
  readonly isJson: boolean;
}

export function mannerOf(text: string): Manner {
  return { newline: text.includes('\r\n') ? '\r\n' : '\n', isJson: isJson(text) };
}

/** How a file is laid out, and how new values are to be written in it. */
export class Layout {
  readonly newline: string;
  /** What separates elements on one line. */
  readonly comma: string;
  private readonly isJson: boolean;
  private readonly steps: IndentSteps;

  /** Callers with many edits of one file compute its style once. */
  constructor(
    readonly text: string,
    root: Node,
    manner = mannerOf(text),
  ) {
    ({ newline: this.newline, isJson: this.isJson } = manner);
    this.comma = this.isJson ? ',' : ', ';
    this.steps = this.stepsIn(root) ?? { map: 2, list: 2 };
  }

  /** Whether a list or a map is in flow style. */
  isFlow({ start }: Node): boolean {
    return this.text[start] === '{' || this.text[start] === '[';
  }

  isAlias({ start }: Node): boolean {
    return this.text[start] === '*';
  }

  /** The node of a field, if neither it nor an ancestor comes from an alias. */
  nodeOf({ resource, path }: Field): Node | undefined {
    let node: Node | undefined = resource.root;
    for (const step of path) {
      if (node && this.isAlias(node)) throw new Unfit(aliased);
      node =
        node?.kind === 'map'
          ? this.entryOf(node, String(step))?.value
          : node?.kind === 'list'
            ? node.items[Number(step)]
            : undefined;
    }
    return node;
  }

  /** The entry of a map, if it does not come from an alias or merge key. */
  entryOf(map: MapNode, key: string): MapEntry | undefined {
    const entry = map.entries.find((one) => one.key === key);
    if (entry && !isWrittenIn(map, entry)) throw new Unfit(`"${key}" comes from a merge key.`);
    return entry;
  }

  /** The entries of a map that do not come from an alias or merge key. */
  ownEntries(map: MapNode): readonly MapEntry[] {
    return map.entries.filter((entry) => isWrittenIn(map, entry));
  }

  lineStart(offset: number): number {
    return this.text.lastIndexOf('\n', offset - 1) + 1;
  }

  /** The offset after the line of an offset and its line break. */
  nextLine(offset: number): number {
    const end = this.text.indexOf('\n', offset);
    return end === -1 ? this.text.length : end + 1;
  }

  column(offset: number): number {
    const start = this.lineStart(offset);
    // A byte order mark is invisible.
    return offset - start - (start === 0 && this.text.startsWith('\uFEFF') ? 1 : 0);
  }

  /** The offset of an element's dash, which has to be the first character of its line. */
  dashOf(item: Node): number {
    const line = this.lineStart(item.start);
    const [, blanks = ''] = /^(\s*)-(?:\s|$)/.exec(this.text.slice(line, item.start)) ?? [
      undefined,
      undefined,
    ];
    if (!/^\s*-\s/.test(this.text.slice(line, item.start)))
      throw new Unfit('a list has an element on a line with something else.');
    return line + blanks.length;
  }

  /** Where the last value in a node ends. */
  endOf(node: Node): number {
    if (node.kind === 'scalar' || this.isAlias(node) || this.isFlow(node)) return node.end;
    const inner = node.kind === 'list' ? node.items : this.ownEntries(node).map(({ value }) => value);
    return inner.reduce((last, one) => Math.max(last, this.endOf(one)), node.start);
  }

  /** A value in the style of the scalar that it replaces. */
  scalar(value: unknown, isInFlow: boolean, before?: ScalarNode): string {
    if (this.isJson || before?.style === 'double') return JSON.stringify(value);
    if (before?.style === 'single' && typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
    if (typeof value === 'string' && isName.test(value)) return value;
    return isInFlow ? this.flow([value]).slice(1, -1) : dump(value, { lineWidth: -1 }).trimEnd();
  }

  /** A value on one line. */
  flow(value: unknown): string {
    return this.isJson
      ? JSON.stringify(value)
      : dump(value, { flowLevel: 0, lineWidth: -1, noRefs: true }).trimEnd();
  }

  /** A value as lines, the first of which may follow a dash, in the file's indentation. */
  block(value: unknown): readonly string[] {
    if (isEmptyCollection(value)) return [this.flow(value)];
    if (Array.isArray(value)) return value.flatMap((item) => this.element(item));
    if (typeof value !== 'object' || value === null) return [this.scalar(value, false)];
    return Object.entries(value as Readonly<Record<string, unknown>>).flatMap(([key, inner]) => {
      if (typeof inner !== 'object' || inner === null) return [`${key}: ${this.scalar(inner, false)}`];
      if (isEmptyCollection(inner)) return [`${key}: ${this.flow(inner)}`];
      const step = Array.isArray(inner) ? this.steps.list : this.steps.map;
      return [`${key}:`, ...this.block(inner).map((line) => `${' '.repeat(step)}${line}`)];
    });
  }

  private element(item: unknown): readonly string[] {
    return this.block(item).map((line, index) => `${index === 0 ? '- ' : '  '}${line}`);
  }

  /** How far the file indents the children of maps and of lists; undefined where it has none. */
  private stepsIn(root: Node): IndentSteps | undefined {
    const found: { map?: number; list?: number } = {};
    const walk = (node: Node, column: number): void => {
      if (this.isAlias(node) || this.isFlow(node) || node.kind === 'scalar') return;
      if (found.map !== undefined && found.list !== undefined) return;
      if (node.kind === 'list') {
        for (const item of node.items) walk(item, item.kind === 'map' ? this.column(item.start) : column);
        return;
      }
      for (const { keyStart, value } of this.ownEntries(node)) {
        const own = this.column(keyStart);
        const [first] = value.kind === 'list' ? value.items : [];
        if (value.kind === 'map' && !this.isFlow(value) && !this.isAlias(value) && value.entries.length > 0)
          found.map ??= this.column(value.start) - own;
        else if (first && value.kind === 'list' && !this.isFlow(value) && !this.isAlias(value))
          found.list ??= this.column(value.start) - own;
        walk(value, own);
      }
    };
    walk(root, 0);
    const { map = 2, list = 2 } = found;
    return map > 0 && list >= 0 ? { map, list } : undefined;
  }
}

/** Whether a list or map is empty, so that only flow style can express it. */
function isEmptyCollection(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** A string that never needs quotes, because it is not a number, date or keyword of YAML: most names of Kubernetes. */
const isName = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/;

interface IndentSteps {
  readonly map: number;
  readonly list: number;
}

/** Whether an entry is written in its map, and not brought in by an alias or a merge key. */
function isWrittenIn(map: MapNode, entry: MapEntry): boolean {
  const { keyStart } = entry;
  return (
    containsOffset(keyStart, map) &&
    !map.entries.some((other) => other !== entry && containsOffset(keyStart, other.value))
  );
}

function containsOffset(offset: number, { start, end }: Node): boolean {
  return offset >= start && offset < end;
}

/** The scalars and keys in a node, in the order of the file. */
export function tokensIn(node: Node | ListNode): readonly { readonly start: number; readonly end: number }[] {
  if (node.kind === 'scalar') return [node];
  if (node.kind === 'list') return node.items.flatMap(tokensIn);
  return node.entries.flatMap(({ keyStart, keyEnd, value }) => [
    { start: keyStart, end: keyEnd },
    ...tokensIn(value),
  ]);
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
