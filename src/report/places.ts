import { type Finding, messageOf, type Severity } from '../model/finding.js';
import type { Place } from '../model/source.js';

/** One fault, with all places that it stands at: a patch that eight overlays copy is one mistake. */
export interface Told {
  /** The first, which is shown. */
  readonly finding: Finding;
  readonly others: readonly Finding[];
}

/**
 * Findings by what has to be mended: those of one rule with one message about one field of files of one name are one fault,
 * whatever environments they stand in. What stands twice in a file is two. The order is that of the first of each.
 */
export function toldOnce(findings: readonly Finding[]): readonly Told[] {
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

/** Which one of the places in a file it is at which a cause is met. */
function nth(starts: Map<string, number[]>, key: string, start: number): number {
  const known = starts.get(key) ?? [];
  if (known.at(-1) !== start) known.push(start); // Findings are sorted by place.
  starts.set(key, known);
  return known.length;
}

/** How many faults of a severity there are. */
export function countTold(all: readonly Told[], severity: Severity): number {
  return all
    .map(({ finding }) => finding)
    .reduce((count, finding) => count + (finding.severity === severity ? 1 + (finding.more ?? 0) : 0), 0);
}

/** Where else a fault stands; of one line that several units render, the other units. */
export function otherPlaces({ finding, others }: Told, nameOf: (place: Place) => string): readonly string[] {
  return others.flatMap((other) =>
    isSamePlace(other.place, finding.place) ? (other.rendered?.from ?? []) : [nameOf(other.place)],
  );
}

function isSamePlace(left: Place, right: Place): boolean {
  return left.source.path === right.source.path && left.start === right.start;
}

function causeOf(finding: Finding): string {
  const { rule, severity, rendered, resource, path = [], place, more } = finding;
  // What is counted in one that is shown would be lost in one that is not.
  if (more !== undefined) return `${place.source.path}\n${place.start}\n${rule}\n${messageOf(finding)}`;
  const file = place.source.name.slice(place.source.name.lastIndexOf('/') + 1);
  const words = withoutNamespace(rendered?.cause ?? messageOf(finding), resource?.namespace);
  return [severity, rule, file, resource?.kind, path.join('.'), words].join('\n');
}

/** Environments differ by their namespace. */
function withoutNamespace(message: string, namespace: string | undefined): string {
  if (namespace === undefined || namespace === '') return message;
  return message.replaceAll(`"${namespace}"`, '""').replaceAll(`"${namespace}/`, '"');
}
