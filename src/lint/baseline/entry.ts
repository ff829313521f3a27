import type { Severity } from '../../model/finding.js';
import type { Path } from '../../model/field.js';
import type { MessageData } from '../../model/message.js';
import type { FindingJson } from '../../report/json.js';
import { aboutOf, type About } from '../../report/about.js';

/** All findings in a baseline with the same key. */
export interface BaselineEntry extends About {
  readonly severity: Severity;
  /** The number of findings with this key. */
  readonly count: number;
  /** The number of further findings of the rule in the same document, which are only counted. */
  readonly more: number;
}

/** The entry of a single finding; `file` is the path in the baseline. */
export function entryOf(finding: FindingJson, file: string): BaselineEntry {
  const { severity, more = 0 } = finding;
  return { ...aboutOf({ ...finding, file }), severity, count: 1, more };
}

/** Entries with distinct keys, in the order of the baseline file. */
export function mergedEntries(
  entries: readonly BaselineEntry[],
  add: (one: number, other: number) => number,
): readonly BaselineEntry[] {
  const byKey = new Map<string, BaselineEntry>();
  for (const entry of entries) {
    const key = `${entry.severity} ${entryKey(entry)}`;
    const known = byKey.get(key);
    byKey.set(
      key,
      known ? { ...known, count: add(known.count, entry.count), more: add(known.more, entry.more) } : entry,
    );
  }
  return [...byKey]
    .map(([key, entry]) => ({ entry, place: [entry.file, entry.rule, key] }))
    .sort((left, right) => textOrder(left.place, right.place))
    .map(({ entry }) => entry);
}

function textOrder(left: readonly string[], right: readonly string[]): number {
  const at = left.findIndex((text, index) => text !== right[index]);
  if (at === -1) return 0;
  return (left[at] ?? '') < (right[at] ?? '') ? -1 : 1;
}

/** The number of findings in entries. */
export function countOf(entries: readonly BaselineEntry[]): number {
  return entries.reduce((sum, { count, more }) => sum + count + more, 0);
}

/** A key that identifies what a finding is about. */
export function entryKey({ file, rule, case: special, messageId, resource, path, data }: About): string {
  return JSON.stringify([file, rule, special, messageId, objectParts(resource), path, sortedData(data)]);
}

/** A key without list indexes, which change when elements are added or removed. */
export function movableKey(about: About): string {
  const data = Object.entries(about.data).map(([key, value]) => [key, withoutIndex(value)] as const);
  return entryKey({ ...about, path: withoutIndices(about.path), data: Object.fromEntries(data) });
}

/** A key of all findings that share one limit. */
export function tallyKey({
  file,
  rule,
  severity,
  resource,
}: Pick<BaselineEntry, 'file' | 'rule' | 'severity' | 'resource'>): string {
  return JSON.stringify([file, rule, severity, objectParts(resource)]);
}

function objectParts(resource: About['resource']): readonly (string | undefined)[] | undefined {
  return resource && [resource.group, resource.kind, resource.namespace, resource.name];
}

function withoutIndices(path: Path): Path {
  return path.map((step) => (typeof step === 'number' ? 0 : step));
}

/** Removes indexes from fields in messages, such as `spec.ports[1]`. */
function withoutIndex(value: MessageData[string]): MessageData[string] {
  return typeof value === 'string' ? value.replaceAll(/\[\d+\]/g, '[]') : value;
}

function sortedData(data: MessageData): readonly (readonly [string, MessageData[string]])[] {
  return Object.entries(data).sort(([left], [right]) => (left < right ? -1 : 1));
}
