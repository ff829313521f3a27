import type { Field } from '../model/field.js';
import { nearestName } from '../model/nearest-name.js';
import type { Refusal } from '../kubernetes/validation/refusal.js';
import { problemPath } from './facts/schema/problems.js';
import { setTo, removalOf } from './fixes.js';
import type { ProposedFix } from './rule.js';

/** One edit for each value that a field can have, the likeliest first. */
export function eachOf(field: Field, values: readonly (string | number)[]): readonly ProposedFix[] {
  const others = [...new Set(values)].filter((value) => value !== field.value);
  const nearest = nearestName(
    field.text ?? '',
    others.filter((value) => typeof value === 'string'),
  );
  const sorted = nearest === undefined ? others : [nearest, ...others.filter((value) => value !== nearest)];
  return sorted.flatMap((value) => setTo(field, value, 'unsafe') ?? []);
}

/** Writes values to fields, of which a title says more than the values. */
export function titled(title: string, ...writes: ProposedFix['writes']): ProposedFix {
  return { title, writes };
}

/** Removes fields of several lists or maps together. */
export function withoutEach(title: string, fields: readonly Field[]): ProposedFix {
  // The last of a list first, so that the others keep their indexes.
  return { title, writes: fields.toReversed().map((field) => ({ field, value: undefined })) };
}

/** What resolves a refusal of an API server or of Istio: a value that it knows, or the removal of one field. */
export function ofRefusal({ at, known = [], removable = [] }: Refusal): readonly ProposedFix[] {
  const removals = removable.map((field) => ({
    ...removalOf(field),
    title: `Remove ${problemPath(field.path)}.`,
  }));
  return [...removals, ...eachOf(at, known)];
}
