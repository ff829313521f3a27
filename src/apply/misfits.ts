import type { Path } from '../model/field.js';
import { isList, isMap } from '../cluster/json.js';
import { fitsScalar } from './remarshal.js';
import { structOf, type GoType, type Scalar } from './schema-table.js';

/** A value that Go cannot read into the type of its field. */
export interface Misfit {
  readonly path: Path;
  readonly value: unknown;
  readonly expected: Scalar | 'list' | 'map';
}

/** Whatever of a value does not fit the struct of the table, in its order. Null fits everything. */
export function* misfits(value: unknown, struct: string): Generator<Misfit> {
  yield* misfitsOf(value, { kind: 'struct', name: struct }, []);
}

function* misfitsOf(value: unknown, type: GoType, path: Path): Generator<Misfit> {
  if (value === null || value === undefined) return;
  switch (type.kind) {
    case 'scalar':
      if (!fitsScalar(value, type.scalar)) yield { path, value, expected: type.scalar };
      return;
    case 'list':
      if (!isList(value)) yield { path, value, expected: 'list' };
      else
        for (const [index, item] of value.entries()) yield* misfitsOf(item, type.element, [...path, index]);
      return;
    case 'map':
      if (!isMap(value)) yield { path, value, expected: 'map' };
      else
        for (const [key, item] of Object.entries(value)) yield* misfitsOf(item, type.element, [...path, key]);
      return;
    case 'struct': {
      if (!isMap(value)) {
        yield { path, value, expected: 'map' };
        return;
      }
      const { fields } = structOf(type.name);
      for (const [key, item] of Object.entries(value)) {
        const field = fields.get(key);
        if (field) yield* misfitsOf(item, field.type, [...path, key]);
      }
    }
  }
}
