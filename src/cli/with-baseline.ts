import { goneOf } from '../lint/baseline/compare.js';
import type { BaselineEntry } from '../lint/baseline/entry.js';
import { type Baseline, comparedWith } from '../lint/project/baseline.js';
import type { LintOutcome } from './lint-report.js';

/**
 * The outcome without the findings in a baseline; `could` counts the baseline's findings that this run could report.
 */
export function withoutKnown(
  outcome: LintOutcome,
  baseline: Baseline,
  could: (entries: readonly BaselineEntry[]) => number,
  fileOf?: (file: string) => string,
): LintOutcome {
  const { name, entries } = baseline;
  const compared = comparedWith(outcome.findings, baseline, fileOf);
  // Unread files may contain them.
  const isWhole = outcome.failures.length + outcome.faults.length === 0;
  const gone = isWhole ? goneOf(could(entries), compared) : 0;
  return {
    ...outcome,
    findings: compared.fresh,
    notes: [...outcome.notes, ...(gone === 0 ? [] : [{ message: goneText(gone, name) }])],
    baseline: { name, findings: compared.known, gone },
  };
}

function goneText(gone: number, name: string): string {
  const [what, them] = gone === 1 ? ['1 finding', 'occurs'] : [`${gone} findings`, 'occur'];
  return `${what} of the baseline no longer ${them}. Remove ${gone === 1 ? 'it' : 'them'} from ${name} with: rolloutkit baseline prune`;
}
