import type { UsageError } from '../model/usage-error.js';

export { didYouMean } from '../model/nearest-name.js';
export { UsageError } from '../model/usage-error.js';

/** What the process says of its work; the same for every output format. */
export const exitCodes = { clean: 0, findings: 1, usage: 2, internal: 3, unread: 4 } as const;

/** Something that a command needs cannot be read, whatever its arguments are. */
export class UnreadError extends Error {}

/** Commands that are loaded when they are called have a class of their own. */
export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && error.name === 'UsageError';
}
