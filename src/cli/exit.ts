import type { Failure } from '../report/report.js';
export { didYouMean } from '../model/nearest-name.js';
export { isUnreadError, UnreadError } from '../model/unread-error.js';
export { isUsageError, UsageError } from '../model/usage-error.js';

/** The exit codes of the process, equal for every output format. */
export const exitCodes = { clean: 0, findings: 1, usage: 2, internal: 3, unread: 4 } as const;

/**
 * The exit code of a command that reads manifests. An unread input takes precedence over findings in the other inputs.
 * A check that stopped at its limit does not, but it prevents success.
 */
export function exitCodeOf(
  { faults, failures }: { readonly faults: readonly unknown[]; readonly failures: readonly unknown[] },
  isWrong: boolean,
): number {
  if (faults.length > 0) return exitCodes.internal;
  if (!failures.every(isLimit)) return exitCodes.unread;
  if (isWrong) return exitCodes.findings;
  return failures.length > 0 ? exitCodes.unread : exitCodes.clean;
}

function isLimit(failure: unknown): boolean {
  return (failure as Partial<Failure> | undefined)?.isLimit === true;
}
