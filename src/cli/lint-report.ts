import { type FailThreshold, type Finding, isAtLeast } from '../model/finding.js';
import { type LintReport, listedSuppressed, type Note } from '../report/report.js';
import { restText } from '../report/text.js';
import { tookAs } from '../report/took.js';
import type { Rule } from '../rules/rule.js';
import { exitCodeOf } from './exit.js';
import { tell } from './output.js';
import { type MostFindings, type Outputs, writeOutputs } from './outputs.js';
import type { Surroundings } from './surroundings.js';

/** The result to report, from one or several runs. */
export interface LintOutcome extends LintReport {
  /** Whether the run produced any findings, including those that were not requested. */
  readonly hasFindings: boolean;
  /** A note that explains why nothing was linted, if the run produced no findings. */
  readonly nothing: () => Note | undefined;
}

export interface Telling {
  readonly outputs: Outputs;
  readonly failOn: FailThreshold;
  /** Whether inputs that were not checked make the exit code 1. */
  readonly failsOnUnread: boolean;
  readonly isQuiet: boolean;
  readonly isColored: boolean;
  readonly most: MostFindings;
  /** All rules, for formats that describe them. */
  readonly rules: readonly Rule[];
}

/** Prints the report of an outcome and returns the exit code. */
export function tellOutcome(outcome: LintOutcome, telling: Telling, around: Surroundings): number {
  const { hasFindings, nothing, ...all } = outcome;
  const failing = failingFindings(all, telling);
  const isLookedAt = hasFindings || all.faults.length + all.failures.length + all.unchecked.length > 0;
  const why = isLookedAt ? undefined : nothing();
  const report: LintReport = telling.isQuiet
    ? { ...all, findings: quietly(all.findings, failing, telling), notes: [] }
    : { ...all, notes: [...all.notes, ...(why ? [why] : [])] };
  const { printed } = telling.outputs;
  if (printed === 'text' || printed === 'json') around.onTook?.(tookAs(printed, all.milliseconds));
  const isSilent = telling.isQuiet && isClean(report) && listedSuppressed(report).length === 0;
  const unwritten = writeOutputs(report, telling.outputs, { ...telling, isSilent }, telling.rules, around);
  tell(around, unwritten);
  const failures = [...report.failures, ...unwritten];
  return exitCodeOf({ ...report, failures }, isFailed(all, telling));
}

/** Whether the findings, or what was not checked, make the exit code 1. */
export function isFailed(
  report: Pick<LintReport, 'findings' | 'unchecked'>,
  telling: Pick<Telling, 'failOn' | 'failsOnUnread'>,
): boolean {
  return (
    failingFindings(report, telling).length > 0 || (telling.failsOnUnread && report.unchecked.length > 0)
  );
}

function failingFindings(
  { findings }: Pick<LintReport, 'findings'>,
  { failOn }: Pick<Telling, 'failOn'>,
): readonly Finding[] {
  return findings.filter(({ severity }) => isAtLeast(severity, failOn));
}

function quietly(
  findings: readonly Finding[],
  failing: readonly Finding[],
  { failOn }: Telling,
): readonly Finding[] {
  return failOn === 'never' ? findings.filter(({ severity }) => severity === 'error') : failing;
}

function isClean(report: LintReport): boolean {
  return (
    report.findings.length + report.failures.length + report.faults.length === 0 && restText(report) === ''
  );
}
