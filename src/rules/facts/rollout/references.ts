import { memoizeLastOf } from '../../../model/memo.js';
import { referencesOf } from '../../../play/simulate/referenced.js';

/** The objects that the controller looks up for a Rollout, in the order of its references. */
export const rolloutReferences = memoizeLastOf(referencesOf);
