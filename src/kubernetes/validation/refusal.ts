import type { Field } from '../../model/field.js';

/** What is refused of an object: where, and the rest of a sentence that begins with the path. */
export interface Refusal {
  readonly at: Field;
  readonly problem: string;
  /** What else it would not be refused without. */
  readonly rests?: readonly Field[];
}

export type Refusals = Iterable<Refusal>;

/** A value that is none of those that are known. */
export function* otherThan(at: Field, known: readonly string[]): Refusals {
  const { text } = at;
  if (text !== undefined && text !== '' && !known.includes(text))
    yield { at, problem: `is "${text}"; it must be one of ${known.join(', ')}` };
}
