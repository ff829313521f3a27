import type { Shape } from '../schemas/shape.js';

/**
 * A value with the defaults of its schema, and without the nulls that the API server removes, as far as rules read it.
 * https://github.com/kubernetes/apiextensions-apiserver/blob/v0.34.4/pkg/apiserver/schema/defaulting/algorithm.go
 */
export function filled(shape: Shape | undefined, value: unknown, isRead = false): unknown {
  if (!shape || !(isRead || shape.isJudged)) return value;
  const isReadWithin = isRead || shape.hasRules;
  if (Array.isArray(value)) return value.map((item) => filled(shape.items, item, isReadWithin));
  if (typeof value !== 'object' || value === null) return value;

  const own = Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
    const field = shape.field(key);
    if (item === null && field && !field.takesNull) return [];
    return [[key, item] as const];
  });
  const result = new Map<string, unknown>(own);
  for (const [key, field] of shape.defaults) if (!result.has(key)) result.set(key, field.schema.default);
  return Object.fromEntries(
    [...result].map(([key, item]) => [key, filled(shape.field(key) || undefined, item, isReadWithin)]),
  );
}
