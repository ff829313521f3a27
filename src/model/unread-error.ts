/** Something that a command needs cannot be read, whatever its arguments are. */
export class UnreadError extends Error {
  override readonly name = 'UnreadError';
}

/** Commands that are loaded when they are called have a class of their own. */
export function isUnreadError(error: unknown): error is UnreadError {
  return error instanceof Error && error.name === 'UnreadError';
}
