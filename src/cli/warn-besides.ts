import { quoted } from '../report/quoted.js';
import type { LintReport } from '../report/report.js';
import { plain } from '../report/style.js';
import { faultsText } from '../report/text.js';
import { tell } from './output.js';
import type { Surroundings } from './surroundings.js';

/** Prints to standard error why the exit code is not 0, which an HTML page does not show. */
export function warnBesides(
  around: Surroundings,
  { faults, failures }: Pick<LintReport, 'faults' | 'failures'>,
): void {
  tell(around, [...faultsText(faults, plain), ...failures.map(({ message }) => `× ${quoted(message)}`)]);
}
