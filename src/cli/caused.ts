import { type Finding, messageOf } from '../model/finding.js';
import { hasProposal, withoutProposal } from '../model/message.js';
import type { Identity, Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import { isRendered } from '../repository/render/inputs.js';

/** What there is to know of a change. */
interface Compared {
  readonly isChanged: (source: Source) => boolean;
  /** What was found before; undefined where nothing has changed. */
  readonly before: (() => readonly Finding[]) | undefined;
  /** Where a source is, whichever state it was read in. */
  readonly fileOf: (source: Source) => string;
  /** Whether nothing tells what a file was before. */
  readonly isUnknown: (source: Source) => boolean;
}

/** The findings that a change touches or causes. */
export function causedOf(findings: readonly Finding[], change: Compared): Finding[] {
  const isTouched = ({ place, labels, resource, message }: Finding): boolean =>
    [
      place.source,
      // What is proposed instead has not become wrong by changing.
      ...(hasProposal(message) ? [] : labels.map((label) => label.place.source)),
      ...(resource && isPlaced(resource) ? [resource.source] : []),
    ].some(change.isChanged);
  const touched = new Set(findings.filter(isTouched));
  // To lint what was before takes as long again, and most often nothing depends on it.
  if (touched.size === findings.length || !change.before) return [...touched];
  const before = new Set(change.before().map((finding) => keyOf(finding, change)));
  return findings.filter(
    (finding) =>
      touched.has(finding) ||
      (!before.has(keyOf(finding, change)) && !change.isUnknown(finding.place.source)),
  );
}

/** Whether it is known where an object is read from. */
function isPlaced(resource: Identity): resource is Identity & Pick<Resource, 'source'> {
  return 'source' in resource;
}

/** What makes two findings in files that did not change the same. */
function keyOf(finding: Finding, { fileOf }: Compared): string {
  const { rule, severity, message, case: special, place, resource } = finding;
  const { source, start, end } = place;
  const file = fileOf(source);
  // Lines of what was rendered move with all that is rendered before them.
  const where = isRendered(file) ? [resource?.kind, resource?.namespace, resource?.name] : [start, end];
  const said = messageOf({ ...finding, message: withoutProposal(message) });
  return [rule, severity, file, ...where, message.id, special, said].join('\n');
}
