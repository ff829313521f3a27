/** Input of a command cannot be read, whatever its arguments are. */
export class UnreadError extends Error {
  override readonly name = 'UnreadError';
}

/** Lazily loaded bundles have their own copy of this class. */
export function isUnreadError(error: unknown): error is UnreadError {
  return error instanceof Error && error.name === 'UnreadError';
}
