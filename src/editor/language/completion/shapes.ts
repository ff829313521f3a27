import type { Path } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import { looseSchemaFor, schemaFor } from '../../../kubernetes/schemas/load.js';
import { type Shape, shapeOf } from '../../../kubernetes/schemas/shape.js';

/** What the schema of a kind says about a path; undefined where any value is allowed or no schema is known. */
export function shapeAt({ group, version, kind }: Resource, path: Path): Shape | undefined {
  const schema = schemaFor(group, version, kind) ?? looseSchemaFor(group, kind);
  let shape: Shape | undefined = schema && shapeOf(schema);
  for (const key of path) {
    if (!shape) return undefined;
    shape = typeof key === 'number' ? shape.items : shape.field(key) || undefined;
  }
  return shape;
}

/** The fields that a map may have, the required ones first. */
export function fieldsOf(
  shape: Shape,
): readonly { readonly name: string; readonly shape: Shape | undefined }[] {
  const names = Object.keys(shape.schema.properties ?? {});
  const isRequired = (name: string): boolean => shape.required.includes(name);
  return [...names.filter(isRequired), ...names.filter((name) => !isRequired(name))].map((name) => ({
    name,
    shape: shape.field(name) || undefined,
  }));
}

/** The type of a value, in a word. */
export function typeOf({ schema: { type, enum: values } }: Shape): string {
  if (values) return `one of ${values.join(', ')}`;
  const types = typeof type === 'string' ? [type] : (type ?? []);
  return types.length === 0 ? 'any value' : types.map((one) => kindWords[one] ?? one).join(' or ');
}

const kindWords: Readonly<Record<string, string>> = { object: 'map', array: 'list' };
