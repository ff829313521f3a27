import type { Field } from './field.js';

/** Which object is meant. */
export interface Target {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  /** Absent: the namespace of whoever refers to it. */
  readonly namespace?: string | undefined;
}

/** A field that names another object. */
export interface Reference {
  readonly from: Field;
  readonly to: Target;
}
