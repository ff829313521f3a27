/** Why a workload cannot be migrated by editing files. The message is a sentence that says what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  /** @param lines - what the user can write instead */
  constructor(
    message: string,
    readonly lines: readonly string[] = [],
  ) {
    super(message);
  }
}

/** Not `instanceof`: a bundle that is loaded on demand may have its own copy of the class. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && error.name === 'Refusal';
}
