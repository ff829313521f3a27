import type { Field } from '../model/field.js';

/** What is refused of an object: where, and the rest of a sentence that begins with the path. */
export interface Refusal {
  readonly at: Field;
  readonly problem: string;
  /** What else it would not be refused without. */
  readonly rests?: readonly Field[];
}

export type Refusals = Iterable<Refusal>;
