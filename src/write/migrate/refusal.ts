/** Why a workload cannot be migrated, or not by editing files; the message is a whole sentence that says what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  /** `lines` are what a person can write instead. */
  constructor(
    message: string,
    readonly lines: readonly string[] = [],
  ) {
    super(message);
  }
}

/** Commands that are loaded when they are called have a class of their own. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && error.name === 'Refusal';
}
