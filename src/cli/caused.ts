import { type Finding, messageOf } from '../model/finding.js';
import { hasProposal, withoutProposal } from '../model/message.js';
import type { Identity, Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import { isRendered } from '../repository/render/inputs.js';

/** The state before a change, and how to map sources to files. */
interface StateBefore {
  readonly isChanged: (source: Source) => boolean;
  /** The findings before the change; undefined if nothing has changed. */
  readonly before: (() => readonly Finding[]) | undefined;
  /** The path of a source in the repository, independent of the checkout it was read from. */
  readonly fileOf: (source: Source) => string;
  /** Whether the earlier content of a source is unknown. */
  readonly isUnknown: (source: Source) => boolean;
}

/** The findings that a change touches or causes. */
export function causedOf(findings: readonly Finding[], change: StateBefore): Finding[] {
  const touched = new Set(findings.filter((finding) => isTouched(finding, change.isChanged)));
  // Linting the earlier state doubles the time, and the result rarely depends on it.
  if (touched.size === findings.length || !change.before) return [...touched];
  const before = new Set(change.before().map((finding) => findingKey(finding, change)));
  return findings.filter(
    (finding) =>
      touched.has(finding) ||
      (!before.has(findingKey(finding, change)) && !sourcesBehind(finding).some(change.isUnknown)),
  );
}

/** Whether the place, a label or the object of a finding is in a changed file. */
export function isTouched(
  { place, labels, resource, message }: Finding,
  isChanged: StateBefore['isChanged'],
): boolean {
  return [
    place.source,
    // A proposed object is not the cause of a finding, so a change to its file does not count.
    ...(hasProposal(message) ? [] : labels.map((label) => label.place.source)),
    ...(resource && isPlaced(resource) ? [resource.source] : []),
  ].some(isChanged);
}

/** Where a finding is reported, and the object that has it, such as one that was rendered. */
function sourcesBehind({ place, resource }: Finding): readonly Source[] {
  return [place.source, ...(resource && isPlaced(resource) ? [resource.source] : [])];
}

/** Whether the file of an object is known. */
function isPlaced(resource: Identity): resource is Identity & Pick<Resource, 'source'> {
  return 'source' in resource;
}

/** A key by which a finding in an unchanged file is recognized in the earlier state. */
function findingKey(finding: Finding, { fileOf }: StateBefore): string {
  const { rule, severity, message, case: special, place, resource } = finding;
  const { source, start, end } = place;
  const file = fileOf(source);
  // Line numbers in rendered output shift with everything rendered before them.
  const where = isRendered(file) ? [resource?.kind, resource?.namespace, resource?.name] : [start, end];
  const said = messageOf({ ...finding, message: withoutProposal(message) });
  return [rule, severity, file, ...where, message.id, special, said].join('\n');
}
