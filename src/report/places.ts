import { type Finding, messageOf, severities, type Severity } from '../model/finding.js';
import type { Place } from '../model/source.js';

/** One problem with all its places: a patch that eight overlays copy is one problem. */
export interface FindingWithOthers {
  /** The first finding, which is shown. */
  readonly finding: Finding;
  readonly others: readonly Finding[];
}

/** What `toldOnce` answered: the text and the summary of a report ask it for the same findings. */
const toldBefore = new WeakMap<readonly Finding[], readonly FindingWithOthers[]>();

/**
 * Groups findings with the same rule, message, field and file name, in whatever folder. Two places in one file are two problems. The order
 * is that of the first finding of each group.
 */
export function toldOnce(findings: readonly Finding[]): readonly FindingWithOthers[] {
  const known = toldBefore.get(findings);
  if (known) return known;
  const groups = groupsOf(findings);
  toldBefore.set(findings, groups);
  return groups;
}

function groupsOf(findings: readonly Finding[]): readonly FindingWithOthers[] {
  const all = new Map<string, { readonly finding: Finding; readonly others: Finding[] }>();
  const starts = new Map<string, number[]>();
  for (const finding of findings) {
    const cause = causeOf(finding);
    const key = `${cause}\n${nth(starts, `${cause}\n${finding.place.source.path}`, finding.place.start)}`;
    const known = all.get(key);
    if (known) known.others.push(finding);
    else all.set(key, { finding, others: [] });
  }
  return [...all.values()];
}

/** The index of a place among those of the same cause in a file. */
function nth(starts: Map<string, number[]>, key: string, start: number): number {
  const known = starts.get(key) ?? [];
  if (known.at(-1) !== start) known.push(start); // Findings are sorted by place.
  starts.set(key, known);
  return known.length;
}

/** The most severe problems in their order, as many as are shown, and the others: many infos of one file do not hide an error of the next. */
export function shownFirst(
  all: readonly FindingWithOthers[],
  most: number,
): { readonly shown: readonly FindingWithOthers[]; readonly hidden: readonly FindingWithOthers[] } {
  if (all.length <= most) return { shown: all, hidden: [] };
  const kept = mostSevere(all, ({ finding }) => finding.severity, most);
  return { shown: all.filter((one) => kept.has(one)), hidden: all.filter((one) => !kept.has(one)) };
}

/** The most severe of a list, the first ones of a severity. */
export function mostSevere<T>(
  all: readonly T[],
  severityOf: (one: T) => Severity,
  most: number,
): ReadonlySet<T> {
  const gravity = (one: T): number => severities.indexOf(severityOf(one));
  return new Set(all.toSorted((left, right) => gravity(right) - gravity(left)).slice(0, most));
}

/** The number of problems of a severity. */
export function countTold(all: readonly FindingWithOthers[], severity: Severity): number {
  return all
    .map(({ finding }) => finding)
    .reduce((count, finding) => count + (finding.severity === severity ? 1 + (finding.more ?? 0) : 0), 0);
}

/** The other places of a problem; for one line that several units render, the other units. */
export function otherPlaces(
  { finding, others }: FindingWithOthers,
  nameOf: (place: Place) => string,
): readonly string[] {
  return others.flatMap((other) =>
    isSamePlace(other.place, finding.place) ? (other.rendered?.from ?? []) : [nameOf(other.place)],
  );
}

function isSamePlace(left: Place, right: Place): boolean {
  return left.source.path === right.source.path && left.start === right.start;
}

function causeOf(finding: Finding): string {
  const { rule, severity, rendered, resource, path = [], place, more } = finding;
  // A count in a finding that is not shown would be lost.
  if (more !== undefined) return `${place.source.path}\n${place.start}\n${rule}\n${messageOf(finding)}`;
  const file = place.source.name.slice(place.source.name.lastIndexOf('/') + 1);
  const words = withoutNamespace(rendered?.cause ?? messageOf(finding), resource?.namespace);
  return [severity, rule, file, resource?.kind, path.join('.'), words].join('\n');
}

/** Without the namespace, by which environments differ. */
function withoutNamespace(message: string, namespace: string | undefined): string {
  if (namespace === undefined || namespace === '') return message;
  return message.replaceAll(`"${namespace}"`, '""').replaceAll(`"${namespace}/`, '"');
}
