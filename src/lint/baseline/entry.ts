import type { Severity } from '../../model/finding.js';
import type { Path } from '../../model/field.js';
import type { MessageData } from '../../model/message.js';
import type { FindingJson } from '../../report/json.js';
import { aboutOf, type About } from '../../report/about.js';

/** Findings that were there when a repository was adopted: all that are about the same. */
export interface Entry extends About {
  readonly severity: Severity;
  /** How many findings are about this and nothing else. */
  readonly count: number;
  /** How many more of its rule there are in its document, which are not kept one by one. */
  readonly more: number;
}

/** An entry for a finding alone; its file is called as the baseline calls it. */
export function entryOf(finding: FindingJson, file: string): Entry {
  const { severity, more = 0 } = finding;
  return { ...aboutOf({ ...finding, file }), severity, count: 1, more };
}

/** Entries of which each is about something else, in the order of the file. */
export function joined(
  entries: readonly Entry[],
  add: (one: number, other: number) => number,
): readonly Entry[] {
  const byKey = new Map<string, Entry>();
  for (const entry of entries) {
    const key = `${entry.severity} ${keyOf(entry)}`;
    const known = byKey.get(key);
    byKey.set(
      key,
      known ? { ...known, count: add(known.count, entry.count), more: add(known.more, entry.more) } : entry,
    );
  }
  return [...byKey]
    .map(([key, entry]) => ({ entry, place: [entry.file, entry.rule, key] }))
    .sort((left, right) => compared(left.place, right.place))
    .map(({ entry }) => entry);
}

function compared(left: readonly string[], right: readonly string[]): number {
  const at = left.findIndex((text, index) => text !== right[index]);
  if (at === -1) return 0;
  return (left[at] ?? '') < (right[at] ?? '') ? -1 : 1;
}

/** How many findings entries stand for. */
export function countOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { count, more }) => sum + count + more, 0);
}

/** What a finding is about, as a text. */
export function keyOf({ file, rule, case: special, messageId, resource, path, data }: About): string {
  return JSON.stringify([file, rule, special, messageId, objectOf(resource), path, sortedData(data)]);
}

/** The same wherever it stands in its lists, in which others may have come or gone. */
export function movableKeyOf(about: About): string {
  const data = Object.entries(about.data).map(([key, value]) => [key, withoutIndex(value)] as const);
  return keyOf({ ...about, path: withoutIndices(about.path), data: Object.fromEntries(data) });
}

/** The findings of which only so many are kept one by one. */
export function talliedKeyOf({
  file,
  rule,
  severity,
  resource,
}: Pick<Entry, 'file' | 'rule' | 'severity' | 'resource'>): string {
  return JSON.stringify([file, rule, severity, objectOf(resource)]);
}

function objectOf(resource: About['resource']): readonly (string | undefined)[] | undefined {
  return resource && [resource.group, resource.kind, resource.namespace, resource.name];
}

function withoutIndices(path: Path): Path {
  return path.map((step) => (typeof step === 'number' ? 0 : step));
}

/** Messages name fields such as `spec.ports[1]`. */
function withoutIndex(value: MessageData[string]): MessageData[string] {
  return typeof value === 'string' ? value.replaceAll(/\[\d+\]/g, '[]') : value;
}

function sortedData(data: MessageData): readonly (readonly [string, MessageData[string]])[] {
  return Object.entries(data).sort(([left], [right]) => (left < right ? -1 : 1));
}
