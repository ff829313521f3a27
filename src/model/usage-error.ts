/** A caller asks for something that does not exist; the message lists what exists. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** The message by lines, which a file name with line breaks cannot add to. */
  readonly lines: readonly string[];
  /** Whether a file contains the mistake, and not the arguments. */
  readonly isOfFile: boolean = false;

  constructor(...lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** A file asks for something that does not exist; the messages list what exists. */
export class FileUsageError extends UsageError {
  override readonly isOfFile = true;
}

/** Lazily loaded bundles have their own copy of this class. */
export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && error.name === 'UsageError';
}
