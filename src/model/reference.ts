import type { Field } from './field.js';

/** The object that a reference names. */
export interface Target {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  /** Absent: the namespace of the referring object. */
  readonly namespace?: string | undefined;
}

/** A field that names another object. */
export interface Reference {
  readonly from: Field;
  readonly to: Target;
}
