/** Whoever calls us asks for something that there is not; the message says what there is. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** What a name of a file cannot make more of than there are. */
  readonly lines: readonly string[];

  constructor(...lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** Commands that are loaded when they are called have a class of their own. */
export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && error.name === 'UsageError';
}
