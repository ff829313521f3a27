import type { Lookup } from '../../../kubernetes/objects/lookup.js';
import type { RolloutObject } from '../../../kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../../kubernetes/objects/version.js';

/** The section that names the objects of a router, as upstream writes it in errors. */
export const routingPath = 'spec.strategy.canary.trafficRouting';

/** The objects that a Rollout is validated with. */
export interface ReferencesToValidate {
  readonly cluster: Lookup;
  readonly rollout: RolloutObject;
  readonly version: RolloutsVersion;
}
