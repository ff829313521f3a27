/** Whoever calls us asks for something that there is not; the message says what there is. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** What a name of a file cannot make more of than there are. */
  readonly lines: readonly string[];
  /** Whether a file says it, and not the arguments. */
  readonly isOfFile: boolean = false;

  constructor(...lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** A file says what there is not; what there is, the messages tell. */
export class FileUsageError extends UsageError {
  override readonly isOfFile = true;
}

/** Commands that are loaded when they are called have a class of their own. */
export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && error.name === 'UsageError';
}
