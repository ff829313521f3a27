import { traceOf } from '../../model/fault.js';
import { type FindingJson, findingsJson, type SuppressedJson, suppressedJson } from '../json.js';
import { blame } from '../faults.js';
import { type LintReport, listedSuppressed } from '../report.js';
import { plain } from '../style.js';
import { baselineText, summary } from '../text.js';

/** The content of every format, without secrets. */
export interface Shown {
  readonly findings: readonly FindingJson[];
  /** The suppressed findings, if they are listed. */
  readonly suppressed: readonly SuppressedJson[] | undefined;
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
    suppressed: report.listsSuppressed === true ? suppressedJson(listedSuppressed(report)) : undefined,
    // Suppressed findings are counted in text.
    summary: summary({ ...report, suppressed: [] }, plain),
    baseline: baselineOf(report),
  };
}

function baselineOf({ baseline }: LintReport): Shown['baseline'] {
  const message = baseline && baselineText(baseline);
  return message === undefined
    ? undefined
    : { file: baseline!.name, message: `${message}: ${baseline!.name}` };
}
