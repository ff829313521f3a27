import type { Conclusion, Level } from './conclusions.js';
import { faultsJson } from './faults.js';
import { Positions } from './positions.js';
import type { LintReport, Note } from './report.js';

/** The conclusions of a page on its inputs, the same as those of the text format. */
export function inputConclusions({
  findings,
  faults,
  failures,
  unchecked,
  unknown = [],
  notes,
}: Pick<LintReport, 'findings' | 'faults' | 'failures' | 'unchecked' | 'notes'> & {
  readonly unknown?: readonly Note[];
}): readonly Conclusion[] {
  const positions = new Positions();
  const said = (level: Level, text: string): Conclusion => ({ level, text, frames: [] });
  return [
    ...findings.map((finding) => {
      const { rule, severity, place } = finding;
      const { line, column } = positions.of(place.source, place.start, place.end);
      const where = place.start < 0 ? place.source.name : `${place.source.name}:${line}:${column}`;
      return said(severity, `${where}: ${positions.message(finding)} (${rule})`);
    }),
    ...faultsJson(faults, positions).map(({ message, tasks, error = '' }) =>
      said('error', `${tasks.join(', ')}: ${message} ${error}`),
    ),
    ...failures.map(({ message }) => said('error', message)),
    ...unknown.map(({ message }) => said('unknown', message)),
    ...(unchecked.length > 0 ? [said('unknown', `Not checked: ${unchecked.join(', ')}.`)] : []),
    ...notes.map(({ message }) => said('info', message)),
  ];
}
