export { didYouMean } from '../model/nearest-name.js';
export { isUsageError, UsageError } from '../model/usage-error.js';

/** What the process says of its work; the same for every output format. */
export const exitCodes = { clean: 0, findings: 1, usage: 2, internal: 3, unread: 4 } as const;

/** Something that a command needs cannot be read, whatever its arguments are. */
export class UnreadError extends Error {
  override readonly name = 'UnreadError';
}

/** The code of a command that reads manifests. What is not known outranks what is. */
export function exitCodeOf(
  { faults, failures }: { readonly faults: readonly unknown[]; readonly failures: readonly unknown[] },
  isWrong: boolean,
): number {
  if (faults.length > 0) return exitCodes.internal;
  if (failures.length > 0) return exitCodes.unread;
  return isWrong ? exitCodes.findings : exitCodes.clean;
}

/** Commands that are loaded when they are called have a class of their own, so the name tells. */
export function isUnreadError(error: unknown): error is UnreadError {
  return error instanceof Error && error.name === 'UnreadError';
}
