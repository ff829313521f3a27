/** Work in parts: what runs it may do something else between two of them. */
export type Parts<T> = Generator<undefined, T>;

/** Does all parts, one after the other. */
export function allParts<T>(parts: Parts<T>): T {
  for (;;) {
    const step = parts.next();
    if (step.done === true) return step.value;
  }
}
