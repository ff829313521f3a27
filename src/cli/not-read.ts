import { reason } from '../repository/files/read-text.js';
import type { ReadGraph } from '../repository/graph/read-graph.js';
import { some } from '../lint/project/some.js';
import { quoted } from '../report/quoted.js';
import { type LintReport, uncheckedText } from '../report/report.js';
import { tell } from './output.js';
import { warnBesides } from './read-rollouts.js';
import type { Surroundings } from './surroundings.js';

/** Which files could not be read, and why, on one line. */
export function unreadableText(unreadable: ReadGraph['unreadable']): string {
  return unreadable.map(({ source, error }) => `${source.name}: ${reason(error)}`).join(' ');
}

/** What to look at where something is not found: files with YAML that is broken may have it. Empty where there are none. */
export function brokenText(read: Pick<ReadGraph, 'problems' | 'examine'>): string {
  read.examine();
  const broken = read.problems.filter(({ severity }) => severity === 'error');
  const names = [...new Set(broken.map(({ place }) => place.source.name))];
  return names.length === 0
    ? ''
    : ` The YAML of ${some(names)} is broken, so what ${names.length === 1 ? 'it has' : 'they have'} is not known; see: rolloutkit lint`;
}

/** What a report has besides findings, where something else is printed in the place of a report. */
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
