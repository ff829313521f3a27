import type { Lookup } from '../../cluster/lookup.js';
import type { RolloutObject } from '../../cluster/rollout-object.js';
import type { RolloutsVersion } from '../../cluster/version.js';

/** What a Rollout is validated against. */
export interface ReferencesToValidate {
  readonly cluster: Lookup;
  readonly rollout: RolloutObject;
  readonly version: RolloutsVersion;
}
