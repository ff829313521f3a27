import { referencesOf } from '../../../play/simulate/referenced.js';
import { onceForRollout } from '../once.js';

/** The objects that the controller looks up for a Rollout, in the order in which it names them. */
export const rolloutReferences = onceForRollout(referencesOf);
