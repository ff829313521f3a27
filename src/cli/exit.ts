export { didYouMean } from '../model/nearest-name.js';
export { isUnreadError, UnreadError } from '../model/unread-error.js';
export { isUsageError, UsageError } from '../model/usage-error.js';

/** What the process says of its work; the same for every output format. */
export const exitCodes = { clean: 0, findings: 1, usage: 2, internal: 3, unread: 4 } as const;

/** The code of a command that reads manifests. What is not known outranks what is. */
export function exitCodeOf(
  { faults, failures }: { readonly faults: readonly unknown[]; readonly failures: readonly unknown[] },
  isWrong: boolean,
): number {
  if (faults.length > 0) return exitCodes.internal;
  if (failures.length > 0) return exitCodes.unread;
  return isWrong ? exitCodes.findings : exitCodes.clean;
}
