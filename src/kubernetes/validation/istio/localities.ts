import type { Field } from '../../../model/field.js';
import type { Refusals } from '../refusal.js';

/** A locality, `region/zone/subzone` or a prefix of it, and its place. */
export interface Locality {
  readonly at: Field;
  readonly text: string;
}

/**
 * Localities that are incomplete or overlap with an earlier one. Istio iterates over maps in random order, so with a wildcard it
 * is unknown which one comes first.
 * https://github.com/istio/istio/blob/1.30.0/pkg/config/validation/agent/validation.go (validateLocalities)
 */
export function* localityRefusals(localities: readonly Locality[], isOrdered: boolean): Refusals {
  const regions: Level = new Map();
  const inOrder = isOrdered
    ? localities
    : [...localities].sort((left, right) => (left.text < right.text ? -1 : 1));
  for (const { at, text } of inOrder) {
    const stars = text.split('*').length - 1;
    const parts = text.split('/');
    const [region = '', zone, ...subzone] = parts;
    const path = [region, zone, subzone.length > 0 ? subzone.join('/') : undefined];
    if (stars > 1 || (stars === 1 && !text.endsWith('*')))
      yield { at, problem: `has a "*" that is not at its end: "${text}"` };
    else if (path.includes('')) yield { at, problem: `has an empty part: "${text}"` };
    else if (isOrdered || stars === 0) {
      if (
        !enter(
          regions,
          path.filter((part) => part !== undefined),
        )
      )
        yield { at, problem: `overlaps with an earlier locality: "${text}"` };
    }
  }
}

type Level = Map<string, Level>;

const anyLocality = '*';

/** Adds a locality to those before it; false if it contains an earlier one, or the other way round. */
function enter(level: Level, [first = '', ...rest]: readonly string[]): boolean {
  const known = level.get(first);
  if (level.has(anyLocality) || (known && rest.length === 0)) return false;
  if (known) return enter(known, rest);
  const below: Level = new Map();
  level.set(first, below);
  if (rest.length > 0) return enter(below, rest);
  // It contains everything below.
  below.set(anyLocality, new Map());
  return true;
}
