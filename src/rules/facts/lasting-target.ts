import { detach } from '../../yaml/parse/characters.js';
import type { Target } from '../../model/reference.js';

/** The same target in a name that keeps no text in memory. */
export function lastingTarget(target: Target): Target {
  return { ...target, name: detach(target.name) };
}
