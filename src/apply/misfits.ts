import type { Path } from '../model/field.js';
import { isList, isMap } from '../cluster/json.js';
import { partsOf } from './parts.js';
import { fitsScalar } from './remarshal.js';
import { type Scalar } from './schema-table.js';

/** A value that Go cannot read into the type of its field. */
export interface Misfit {
  readonly path: Path;
  readonly value: unknown;
  readonly expected: Scalar | 'list' | 'map';
}

/** Whatever of a value does not fit the struct of the table, in its order. Null fits everything. */
export function* misfits(value: unknown, struct: string): Generator<Misfit> {
  for (const { value: own, type, path } of partsOf(value, struct)) {
    if (type.kind === 'scalar') {
      if (!fitsScalar(own, type.scalar)) yield { path, value: own, expected: type.scalar };
    } else if (type.kind === 'list') {
      if (!isList(own)) yield { path, value: own, expected: 'list' };
    } else if (!isMap(own)) yield { path, value: own, expected: 'map' };
  }
}
