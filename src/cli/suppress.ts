import { Boundary } from '../repository/files/boundary.js';
import type { TextChange, FixRun } from '../lint/fix/settle.js';
import { type Suppression, withComments } from '../lint/fix/suppression.js';
import type { Finding } from '../model/finding.js';
import type { Source } from '../model/source.js';
import { counted } from '../model/wording.js';
import type { Note } from '../report/report.js';
import { type Fixing, reread, showDiff, unwrittenReason } from './fix.js';
import { tell } from './output.js';
import type { Surroundings } from './surroundings.js';

/** The comments to write, and whether only to show them. */
export interface Suppressing extends Suppression {
  readonly isDry: boolean;
  readonly paths: readonly string[];
  readonly isColored: boolean;
}

/**
 * Writes a comment at each place where one of the rules reports. Parses the new text before writing it, to ensure that
 * no value changes.
 */
export function suppressed<R extends FixRun>(
  first: R,
  lintAgain: (sources: readonly Source[]) => R,
  options: Suppressing,
  around: Surroundings,
): Fixing<R> {
  const bySource = new Map<string, { source: Source; findings: Finding[] }>();
  for (const finding of first.reported) {
    if (!options.rules.includes(finding.rule)) continue;
    const { source } = finding.place;
    const its = bySource.get(source.path) ?? { source, findings: [] };
    its.findings.push(finding);
    bySource.set(source.path, its);
  }
  const changed: [Source, TextChange][] = [];
  const [notes, failures]: [Note[], Note[]] = [[], []];
  for (const rule of options.rules)
    if (!first.reported.some((finding) => finding.rule === rule))
      notes.push({ message: `${rule} has no finding to suppress.` });
  const boundary = Boundary.around(around.folder, options.paths);
  for (const { source, findings } of bySource.values()) {
    const edit = withComments(source, findings, options);
    if ('unfit' in edit) failures.push({ message: `${source.name}: nothing was suppressed: ${edit.unfit}` });
    else changed.push([source, edit]);
  }
  if (options.isDry) {
    showDiff(changed, options, around);
    tell(around, [
      ...[...notes, ...failures].map(({ message }) => message),
      `${counted(changed.length, 'file')} would be edited; nothing was written.`,
    ]);
    return { run: first, notes: [], failures: [] };
  }
  for (const [source, change] of changed) {
    const why = unwrittenReason(boundary, source.path, change);
    if (why === undefined) notes.push({ message: `${source.name}: comments added.` });
    else failures.push({ message: `${source.name}: nothing was suppressed: ${why}` });
  }
  return { run: changed.length === 0 ? first : lintAgain(first.sources.map(reread)), notes, failures };
}
