import type { Shape } from '../schemas/shape.js';
import type { Fuel } from './fuel.js';

/**
 * A value with the defaults of its schema, and without the nulls that the API server removes, as far as rules read it. The cost
 * of the object is limited by its size, but a default may be created many times, so it costs fuel.
 * https://github.com/kubernetes/apiextensions-apiserver/blob/v0.34.4/pkg/apiserver/schema/defaulting/algorithm.go
 */
export function asStored(shape: Shape | undefined, value: unknown, fuel: Fuel, isRead = false): unknown {
  if (!shape || !(isRead || shape.isJudged)) return value;
  const isReadWithin = isRead || shape.hasRules;
  if (Array.isArray(value)) return value.map((item) => asStored(shape.items, item, fuel, isReadWithin));
  if (typeof value !== 'object' || value === null) return value;

  const own = Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
    const field = shape.field(key);
    if (item === null && field && !field.takesNull) return [];
    return [[key, item] as const];
  });
  const result = new Map<string, unknown>(own);
  for (const [key, field] of shape.defaults) {
    if (result.has(key)) continue;
    fuel.spend(forValue * filledSize(field.schema.default));
    result.set(key, field.schema.default);
  }
  return Object.fromEntries(
    [...result].map(([key, item]) => [
      key,
      asStored(shape.field(key) || undefined, item, fuel, isReadWithin),
    ]),
  );
}

/** The cost of creating and reading a value of a default, in steps of an evaluation. */
const forValue = 8;

const sizes = new WeakMap<object, number>();

/** The number of values in a value. */
function filledSize(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  let size = sizes.get(value);
  if (size === undefined) {
    size = Object.values(value).reduce((sum: number, item) => sum + filledSize(item), 1);
    sizes.set(value, size);
  }
  return size;
}
