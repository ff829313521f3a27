import type { Lookup } from '../../../kubernetes/objects/lookup.js';
import type { RolloutObject } from '../../../kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../../kubernetes/objects/version.js';

/** The objects that a Rollout is validated with. */
export interface ReferencesToValidate {
  readonly cluster: Lookup;
  readonly rollout: RolloutObject;
  readonly version: RolloutsVersion;
}
