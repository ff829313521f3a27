import type { Field } from '../../model/field.js';

/** What is rejected in an object: the place, and the rest of a sentence that starts with the path. */
export interface Refusal {
  readonly at: Field;
  readonly problem: string;
  /** Other fields that the rejection depends on. */
  readonly rests?: readonly Field[];
  /** The values that are accepted, if they are few. */
  readonly known?: readonly string[];
  /** Fields of which the removal of one resolves it. */
  readonly removable?: readonly Field[];
}

export type Refusals = Iterable<Refusal>;

/** A value that is not one of the known ones. */
export function* otherThan(at: Field, known: readonly string[]): Refusals {
  const { text } = at;
  if (text !== undefined && text !== '' && !known.includes(text))
    yield { at, problem: `is "${text}"; it must be one of ${known.join(', ')}`, known };
}
