import type { Lookup } from '../../cluster/lookup.js';
import type { RolloutObject } from '../../cluster/rollout-object.js';
import type { RolloutsVersion } from '../../cluster/version.js';
import type { FieldError } from '../../validation/field-error.js';

/** What a Rollout is validated against. */
export interface ReferencesToValidate {
  readonly cluster: Lookup;
  readonly rollout: RolloutObject;
  readonly version: RolloutsVersion;
}

/** Ends the collection of referenced objects: one is missing, or it is not said which one is meant. */
export class BadReference extends Error {
  constructor(readonly fieldError: FieldError) {
    super(fieldError);
  }
}
