import { isList, isMap } from '../objects/json.js';
import { parseQuantity } from '../objects/quantity.js';
import { structOf, type GoType } from './schema-table.js';

/**
 * A value of a Go type in a form that is equal for values that Kubernetes treats as equal: nil and empty lists and maps are the
 * same, a nil pointer and one to an empty value are not, and quantities are compared by their amount.
 * https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/api/equality/semantic.go
 */
export function semanticForm(value: unknown, type: GoType): unknown {
  if (value === null || value === undefined) return undefined;
  switch (type.kind) {
    case 'struct':
      if (!isMap(value)) return value;
      return fieldsOf(value, (key) => structOf(type.name).fields.get(key)?.type);
    case 'map':
      if (!isMap(value)) return value;
      return Object.keys(value).length === 0 ? undefined : fieldsOf(value, () => type.element);
    case 'list':
      if (!isList(value)) return value;
      return value.length === 0 ? undefined : value.map((item) => semanticForm(item, type.element));
    case 'scalar': {
      const amount = type.scalar === 'quantity' ? parseQuantity(value) : undefined;
      return amount === undefined ? value : String(amount.nanos);
    }
  }
}

function fieldsOf(
  value: Readonly<Record<string, unknown>>,
  typeOf: (key: string) => GoType | undefined,
): Readonly<Record<string, unknown>> {
  const result: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    const type = typeOf(key);
    const left = type ? semanticForm(inner, type) : inner;
    if (left !== undefined) result[key] = left;
  }
  return result;
}
