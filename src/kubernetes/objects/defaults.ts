/** What stands for an absent value, and the same of what is in a map or in each element of a list. */
export interface Defaults {
  readonly value?: unknown;
  readonly fields?: Readonly<Record<string, Defaults>>;
  readonly items?: Defaults;
}

/** Fields that have a value where none is given. */
export function given(values: Readonly<Record<string, unknown>>): Readonly<Record<string, Defaults>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value }]));
}

/**
 * A value with what the API server fills in, which is the same value where nothing is missing. No field that has a
 * default here may be null in its definition, so that null is as good as absent.
 * https://github.com/kubernetes/apiextensions-apiserver/blob/v0.36.1/pkg/apiserver/schema/defaulting/algorithm.go (Default)
 */
export function filled(value: unknown, { fields = {}, items }: Defaults): unknown {
  if (Array.isArray(value)) return items ? value.map((item) => filled(item, items)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = { ...value };
  for (const [key, inner] of Object.entries(fields)) {
    const own = (Object.hasOwn(value, key) ? result[key] : undefined) ?? inner.value;
    if (own !== undefined) result[key] = filled(own, inner);
  }
  return result;
}
