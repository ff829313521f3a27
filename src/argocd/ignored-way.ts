import { knownVersions, schemaFor } from '../kubernetes/schemas/load.js';
import { shapeOf } from '../kubernetes/schemas/shape.js';
import { type JqStep, waysOf } from './jq/steps.js';

/** A step of a pointer or an expression, with its position in the source. */
export type WayStep = Pick<JqStep, 'offset' | 'length'> &
  (
    | { readonly type: 'key'; readonly key: string }
    | { readonly type: 'index'; readonly index: number }
    | { readonly type: 'each' }
    | Extract<JqStep, { type: 'where' }>
  );

/** The paths that an expression selects in an object, as far as they are known. */
export function waysOfExpression(text: string): readonly (readonly WayStep[])[] {
  return waysOf(text) ?? [];
}

/** The path of a pointer; none if the pointer is invalid. */
export function waysOfPointer(text: string): readonly (readonly WayStep[])[] {
  if (!text.startsWith('/')) return [];
  let offset = 0;
  const way = text
    .slice(1)
    .split('/')
    .map((token): WayStep => {
      offset += 1;
      const place = { offset, length: token.length };
      offset += token.length;
      const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
      return /^-?\d+$/.test(key)
        ? { type: 'index', index: Number(key), ...place }
        : { type: 'key', key, ...place };
    });
  return [way];
}

/** A field that a kind does not have in any version. */
export interface UnknownField {
  readonly step: WayStep;
  readonly field: string;
  /** The path of the parent; empty for the root. */
  readonly parent: string;
  /** The fields that the parent has instead. */
  readonly known: readonly string[];
}

/** The first field of a path that no version of the kind has. Below a map with arbitrary keys, nothing is known. */
export function unknownField(
  { group, kind }: { readonly group: string; readonly kind: string },
  way: readonly WayStep[],
): UnknownField | undefined {
  let shapes = knownVersions(group, kind).flatMap((version) => {
    const schema = schemaFor(group, version, kind);
    return schema ? [shapeOf(schema)] : [];
  });
  let parent = '';
  for (const step of way) {
    if (shapes.length === 0) return undefined;
    if (step.type === 'where') continue;
    if (step.type !== 'key') {
      shapes = shapes.flatMap((shape) => shape.items ?? []);
      parent += '[]';
      continue;
    }
    const fields = shapes.map((shape) => shape.field(step.key));
    if (fields.every((field) => field === false)) {
      const known = shapes.flatMap(({ schema }) => Object.keys(schema.properties ?? {}));
      return { step, field: step.key, parent, known };
    }
    if (fields.includes(undefined)) return undefined;
    shapes = fields.flatMap((field) => (field === false || field === undefined ? [] : [field]));
    parent += parent === '' ? step.key : `.${step.key}`;
  }
  return undefined;
}
