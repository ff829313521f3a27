import type { Field } from '../../model/field.js';
import type { Reference, Target } from '../../model/reference.js';

/** A reference from each field that holds a name. */
export function naming(target: Omit<Target, 'name'>): (from: Field) => readonly Reference[] {
  return (from) => (from.text === undefined ? [] : [{ from, to: { ...target, name: from.text } }]);
}
