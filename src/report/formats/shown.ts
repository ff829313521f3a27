import { traceOf } from '../../model/fault.js';
import { type FindingJson, findingsJson } from '../json.js';
import { blame } from '../faults.js';
import type { LintReport } from '../report.js';
import { plain } from '../style.js';
import { baselineText, summary } from '../text.js';

/** The content of every format, without secrets. */
export interface Shown {
  readonly findings: readonly FindingJson[];
  /** Inputs that could not be read, and internal errors. */
  readonly broken: readonly string[];
  readonly notes: readonly string[];
  readonly summary: string;
  /** The number of findings that the baseline lists, if any. */
  readonly baseline: { readonly file: string; readonly message: string } | undefined;
}

export function shownOf(report: LintReport): Shown {
  return {
    findings: findingsJson(report.findings),
    broken: [
      ...report.faults.map(({ tasks, place, error }) =>
        [blame(error), ...(place ? [place.source.name] : []), tasks.join(', '), traceOf(error)[0] ?? ''].join(
          ': ',
        ),
      ),
      ...report.failures.map(({ message }) => message),
    ],
    notes: report.notes.map(({ message }) => message),
    summary: summary(report, plain),
    baseline: baselineOf(report),
  };
}

function baselineOf({ baseline }: LintReport): Shown['baseline'] {
  const message = baseline && baselineText(baseline);
  return message === undefined
    ? undefined
    : { file: baseline!.name, message: `${message}: ${baseline!.name}` };
}
