/** Something takes more than it may: no mistake of ours, and yet nothing is known of it. The message names the object. */
export class LimitError extends Error {
  override readonly name = 'LimitError';
}

/** Commands that are loaded when they are called have a class of their own, so the name tells. */
export function isLimitError(error: unknown): error is LimitError {
  return error instanceof Error && error.name === 'LimitError';
}
