import type { Path } from '../../model/field.js';
import { isList, isMap } from '../objects/json.js';
import { eachPart } from './parts.js';
import { fitsScalar } from './remarshal.js';
import { type Scalar } from './schema-table.js';

/** A value that Go cannot unmarshal into its field. */
export interface Misfit {
  readonly path: Path;
  readonly value: unknown;
  readonly expected: Scalar | 'list' | 'map';
}

/** The values that do not fit a struct of the table, in its order. Null fits everything. */
export function misfits(value: unknown, struct: string): readonly Misfit[] {
  const found: Misfit[] = [];
  eachPart(value, struct, (own, type, path) => {
    const expected = type.kind === 'scalar' ? type.scalar : type.kind === 'list' ? 'list' : 'map';
    const fits =
      type.kind === 'scalar' ? fitsScalar(own, type.scalar) : type.kind === 'list' ? isList(own) : isMap(own);
    if (!fits) found.push({ path: [...path], value: own, expected });
  });
  return found;
}
