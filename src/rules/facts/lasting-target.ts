import { detach } from '../../yaml/parse/characters.js';
import type { Target } from '../../model/reference.js';

/** The same target as a string that keeps no document in memory. */
export function lastingTarget(target: Target): Target {
  return { ...target, name: detach(target.name) };
}
