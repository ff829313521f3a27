import { traceOf } from '../../model/fault.js';
import { type FindingJson, findingsJson } from '../json.js';
import type { LintReport } from '../report.js';
import { plain } from '../style.js';
import { summary } from '../text.js';

/** What every format has to say, as it may be shown. */
export interface Shown {
  readonly findings: readonly FindingJson[];
  /** What was not checked although it should have been: inputs that could not be read, and where the tool itself failed. */
  readonly broken: readonly string[];
  readonly notes: readonly string[];
  readonly summary: string;
}

export function shownOf(report: LintReport): Shown {
  return {
    findings: findingsJson(report.findings),
    broken: [
      ...report.faults.map(({ tasks, place, error }) =>
        [
          'rolloutkit failed here; this is a bug, please report it',
          ...(place ? [place.source.name] : []),
          tasks.join(', '),
          traceOf(error)[0] ?? '',
        ].join(': '),
      ),
      ...report.failures.map(({ message }) => message),
    ],
    notes: report.notes.map(({ message }) => message),
    summary: summary(report, plain),
  };
}
