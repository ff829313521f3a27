import type { Field } from './field.js';

/** A field and the value that it gets; `undefined` removes it. */
export interface Write {
  readonly field: Field;
  readonly value: unknown;
}
