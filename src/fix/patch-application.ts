import { dump } from 'js-yaml';
import { isSameJson } from '../cluster/json.js';
import type { Entry } from '../drift/argo.js';
import type { ApplicationPatch } from '../drift/patch.js';
import type { Field } from '../model/field.js';
import type { Node } from '../model/node.js';
import type { Resource } from '../model/resource.js';

/** A text to put into another one. */
interface Insertion {
  readonly at: number;
  readonly text: string;
}

/**
 * The text of the file of an Application, or of the ApplicationSet that makes it, with what a patch adds to it; all else
 * stays as it is. Undefined where the lists are not written as blocks, so that somebody has to do it.
 */
export function patched(spec: Field, patch: ApplicationPatch, text: string): string | undefined {
  const insertions: Insertion[] = [];
  const add = (insertion: Insertion | undefined): boolean => {
    if (insertion) insertions.push(insertion);
    return insertion !== undefined;
  };
  const nodes = new Nodes(spec.resource, text);
  const entries = patch.spec.ignoreDifferences ?? [];
  const list = spec.at('ignoreDifferences');
  const rest: Entry[] = [];
  for (const entry of entries) {
    const own = list.items.find((item) => isFor(item, entry));
    if (!own) rest.push(entry);
    else if (!addTo(own, entry)) return undefined;
  }
  if (rest.length > 0 && !add(nodes.append(spec, 'ignoreDifferences', rest))) return undefined;
  const options = patch.spec.syncPolicy?.syncOptions ?? [];
  if (options.length > 0) {
    const policy = spec.at('syncPolicy');
    const done = policy.exists
      ? nodes.append(policy, 'syncOptions', options)
      : nodes.append(spec, 'syncPolicy', { syncOptions: options });
    if (!add(done)) return undefined;
  }
  let result = '';
  let from = 0;
  for (const { at, text: added } of [...insertions].sort((left, right) => left.at - right.at)) {
    result += text.slice(from, at) + added;
    from = at;
  }
  return result + text.slice(from);

  function addTo(own: Field, { jsonPointers = [], jqPathExpressions = [] }: Entry): boolean {
    return [
      { key: 'jsonPointers', texts: jsonPointers },
      { key: 'jqPathExpressions', texts: jqPathExpressions },
    ].every(({ key, texts }) => texts.length === 0 || add(nodes.append(own, key, texts)));
  }
}

/** Whether an entry of the file is for the object of another one, and for nothing else. */
function isFor(item: Field, entry: Entry): boolean {
  return (
    (item.at('group').text ?? '') === (entry.group ?? '') &&
    item.at('kind').text === entry.kind &&
    item.at('name').text === entry.name &&
    item.at('namespace').text === entry.namespace
  );
}

/** Places in the text of a file. */
class Nodes {
  constructor(
    private readonly resource: Resource,
    private readonly text: string,
  ) {}

  /** Adds the elements of a list, or a map, under a key of a map; undefined where that is not written as a block. */
  append(map: Field, key: string, value: readonly unknown[] | object): Insertion | undefined {
    const field = map.at(key);
    if (!field.exists) return this.addKey(map, key, value);
    const node = this.nodeOf(field);
    const first = node?.kind === 'list' ? node.items[0] : undefined;
    if (!Array.isArray(value) || !node || !first || this.isFlow(node)) return undefined;
    const dash = this.text.lastIndexOf('-', first.start);
    const line = this.lineStart(dash);
    if (this.text.slice(line, dash).trim() !== '') return undefined;
    return this.insertion(node, value, dash - line);
  }

  private addKey(map: Field, key: string, value: unknown): Insertion | undefined {
    const node = this.nodeOf(map);
    const first = node?.kind === 'map' ? node.entries[0] : undefined;
    if (node?.kind !== 'map' || !first || this.isFlow(node)) return undefined;
    if (node.entries.some((entry) => entry.key === key)) return undefined;
    return this.insertion(node, { [key]: value }, first.keyStart - this.lineStart(first.keyStart));
  }

  /** Behind the last line of a node, indented as it is. */
  private insertion(node: Node, value: unknown, indent: number): Insertion {
    const end = this.text.indexOf('\n', Math.max(0, lastOffset(node) - 1));
    const lines = dump(value, { lineWidth: -1, noRefs: true }).trimEnd().split('\n');
    const newline = this.text.includes('\r\n') ? '\r\n' : '\n';
    const block = lines.map((line) => `${' '.repeat(indent)}${line}`).join(newline);
    return end === -1
      ? { at: this.text.length, text: `${newline}${block}${newline}` }
      : { at: end + 1, text: `${block}${newline}` };
  }

  private isFlow({ start }: Node): boolean {
    return this.text[start] === '{' || this.text[start] === '[';
  }

  private lineStart(offset: number): number {
    return this.text.lastIndexOf('\n', offset - 1) + 1;
  }

  private nodeOf(field: Field): Node | undefined {
    let node: Node | undefined = this.resource.root;
    for (const step of field.path)
      node =
        node?.kind === 'map'
          ? node.entries.find((entry) => entry.key === step)?.value
          : node?.kind === 'list'
            ? node.items[Number(step)]
            : undefined;
    return node;
  }
}

/** Where the last value in a node ends. */
function lastOffset(node: Node): number {
  const inner =
    node.kind === 'list' ? node.items : node.kind === 'map' ? node.entries.map(({ value }) => value) : [];
  return inner.reduce((last, one) => Math.max(last, lastOffset(one)), inner.length > 0 ? 0 : node.end);
}

/** Whether a spec is another one with what a patch adds, and nothing else. */
export function isPatched(before: Field, after: Field, patch: ApplicationPatch): boolean {
  const { ignoreDifferences = [], syncPolicy } = patch.spec;
  const spec = mapOf(before.value);
  const entries = [...listOf(spec['ignoreDifferences'])];
  for (const entry of ignoreDifferences) {
    const index = before.at('ignoreDifferences').items.findIndex((item) => isFor(item, entry));
    if (index === -1) entries.push(entry);
    else entries[index] = extended(mapOf(entries[index]), entry);
  }
  const policy = mapOf(spec['syncPolicy']);
  const options = [...listOf(policy['syncOptions']), ...(syncPolicy?.syncOptions ?? [])];
  const expected = {
    ...spec,
    ...(entries.length > 0 ? { ignoreDifferences: entries } : {}),
    ...(syncPolicy ? { syncPolicy: { ...policy, syncOptions: options } } : {}),
  };
  return isSameJson(expected, after.value);
}

function extended(own: Readonly<Record<string, unknown>>, entry: Entry): object {
  const both = (key: 'jsonPointers' | 'jqPathExpressions'): object => {
    const added = entry[key] ?? [];
    return added.length === 0 ? {} : { [key]: [...listOf(own[key]), ...added] };
  };
  return { ...own, ...both('jsonPointers'), ...both('jqPathExpressions') };
}

function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
