import type { Schema, TypeName } from '../schemas/schema.js';
import { type Atom, deduced, lazily, type MapAtom, scalarAtom } from './merge-schema.js';

/**
 * The type that server-side apply derives from the definition of a custom resource: a map with fields allows no others, one
 * without fields allows all, and a list is atomic.
 * https://github.com/kubernetes/kube-openapi/blob/master/pkg/schemaconv/openapi.go
 */
export function atomOfSchema(schema: Schema, definitions: Schema['$defs']): Atom {
  const { $ref } = schema;
  if ($ref !== undefined) {
    const named = definitions?.[$ref.replace(/^.*#\/\$defs\//, '')];
    return named ? atomOfSchema(named, definitions) : deduced;
  }
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  const [type] = types;
  if (type === undefined || types.length > 1) return deduced;
  if (type === 'object') return { name: 'object', map: mapOf(schema, definitions) };
  if (type !== 'array') return scalarAtom(scalars[type]);
  const { items } = schema;
  return {
    name: 'list',
    list: {
      element: lazily(() => (items ? atomOfSchema(items, definitions) : deduced)),
      isAtomic: true,
      keys: [],
    },
  };
}

const scalars: Readonly<Record<Exclude<TypeName, 'object' | 'array'>, NonNullable<Atom['scalar']>>> = {
  string: 'string',
  integer: 'numeric',
  number: 'numeric',
  boolean: 'boolean',
  null: 'untyped',
};

function mapOf({ properties = {}, additionalProperties }: Schema, definitions: Schema['$defs']): MapAtom {
  const fields = Object.entries(properties).map(
    ([key, field]) => [key, lazily(() => atomOfSchema(field, definitions))] as const,
  );
  const isOpen = fields.length === 0 || additionalProperties !== false;
  const others =
    typeof additionalProperties === 'object' ? atomOfSchema(additionalProperties, definitions) : deduced;
  return {
    fields: new Map(fields),
    implied: new Map(),
    element: isOpen ? () => others : undefined,
    isAtomic: false,
  };
}
