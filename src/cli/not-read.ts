import { reason } from '../repository/files/read-text.js';
import type { ReadGraph } from '../repository/graph/read-graph.js';
import { some } from '../lint/project/some.js';
import { quoted } from '../report/quoted.js';
import { type LintReport, uncheckedText } from '../report/report.js';
import { tell } from './output.js';
import type { Surroundings } from './surroundings.js';
import { warnBesides } from './warn-besides.js';

/** The unreadable files with the reasons, on one line. */
export function unreadableText(unreadable: ReadGraph['unreadable']): string {
  return unreadable.map(({ source, error }) => `${source.name}: ${reason(error)}`).join(' ');
}

/** A hint for errors about a missing object: files with broken YAML may contain it. Empty if all files are valid. */
export function brokenText(read: Pick<ReadGraph, 'problems' | 'examine'>): string {
  read.examine();
  const broken = read.problems.filter(({ severity }) => severity === 'error');
  const names = [...new Set(broken.map(({ place }) => place.source.name))];
  return names.length === 0
    ? ''
    : ` The YAML of ${some(names)} is broken, so what ${names.length === 1 ? 'it has' : 'they have'} is not known; see: rolloutkit lint`;
}

/** Prints notes and failures to standard error, for commands that print something other than a report. */
export function tellBesides(
  around: Surroundings,
  report: Pick<LintReport, 'faults' | 'failures' | 'notes' | 'unchecked'>,
): void {
  const { notes, unchecked } = report;
  warnBesides(around, report);
  tell(around, [
    ...notes.map(({ message }) => `i ${quoted(message)}`),
    ...(unchecked.length === 0 ? [] : [`! ${uncheckedText(unchecked).replace(/^; n/, 'N')}`]),
  ]);
}
