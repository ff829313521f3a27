/** A limit was exceeded: not a bug, but nothing is known of the object, which the message names. */
export class LimitError extends Error {
  override readonly name = 'LimitError';
}

/** Lazily loaded bundles have their own copy of this class, so the name identifies it. */
export function isLimitError(error: unknown): error is LimitError {
  return error instanceof Error && error.name === 'LimitError';
}
