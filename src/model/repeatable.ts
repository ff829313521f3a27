/** Whether a run would do and tell the same again if nothing has changed that it read. */

let repeatable = true;

/**
 * Says that this run depends on more than what it reads, or does more than print: it started a program, met a time limit, loaded
 * code or wrote a file. A cache must not answer for it.
 */
export function cannotRepeat(): void {
  repeatable = false;
}

/** Starts to observe `cannotRepeat`. */
export function assumeRepeatable(): void {
  repeatable = true;
}

/** Whether `cannotRepeat` has not been called since `assumeRepeatable`. */
export function canRepeat(): boolean {
  return repeatable;
}
