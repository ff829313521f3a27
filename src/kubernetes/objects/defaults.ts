/** The default of an absent value, and the defaults in a map or in each element of a list. */
export interface Defaults {
  readonly value?: unknown;
  readonly fields?: Readonly<Record<string, Defaults>>;
  readonly items?: Defaults;
}

/** Fields with default values. */
export function fieldDefaults(values: Readonly<Record<string, unknown>>): Readonly<Record<string, Defaults>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value }]));
}

/**
 * A value with the defaults of the API server, or the same value if it is complete. No field with a default here is nullable in
 * its definition, so null counts as absent.
 * https://github.com/kubernetes/apiextensions-apiserver/blob/v0.36.1/pkg/apiserver/schema/defaulting/algorithm.go (Default)
 */
export function withDefaultsFilled(value: unknown, { fields = {}, items }: Defaults): unknown {
  if (Array.isArray(value)) return items ? value.map((item) => withDefaultsFilled(item, items)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = { ...value };
  for (const [key, inner] of Object.entries(fields)) {
    const own = (Object.hasOwn(value, key) ? result[key] : undefined) ?? inner.value;
    if (own !== undefined) result[key] = withDefaultsFilled(own, inner);
  }
  return result;
}
