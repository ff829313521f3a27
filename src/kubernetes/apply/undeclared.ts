import { isList, isMap, type JsonMap } from '../objects/json.js';
import type { KubeObject } from '../objects/object.js';
import type { Path } from '../../model/field.js';
import type { Atom } from './merge-schema.js';
import { atomOf } from './server-side-apply.js';
import { atomShapeOf, fieldAtom } from './typed-value.js';
import { UnknownOutcome } from './unknown-outcome.js';

/**
 * The fields of an object that its type does not declare: server-side apply rejects any of them, even null. Empty if the type is
 * unknown.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.0/typed/validate.go (visitMapItem)
 */
export function undeclaredIn(object: JsonMap): readonly Path[] {
  try {
    return [...undeclared(atomOf(object), object, [])];
  } catch (error) {
    if (error instanceof UnknownOutcome) return [];
    throw error;
  }
}

/** An object without these fields, as a client-side apply stores it. */
export function withoutUndeclared(object: KubeObject): KubeObject {
  const paths = undeclaredIn(object as unknown as JsonMap);
  if (paths.length === 0) return object;
  const copy = structuredClone(object);
  for (const path of paths) {
    const inner: unknown = path
      .slice(0, -1)
      .reduce<unknown>((value, key) => (value as Readonly<Record<string | number, unknown>>)[key], copy);
    delete (inner as Record<string | number, unknown>)[path.at(-1)!];
  }
  return copy;
}

function* undeclared(atom: Atom, value: unknown, path: Path): Generator<Path> {
  const shape = atomShapeOf(atom, value);
  if (shape.kind === 'list' && isList(value))
    for (const [index, item] of value.entries())
      yield* undeclared(shape.list.element(), item, [...path, index]);
  if (shape.kind !== 'map' || !isMap(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    const type = fieldAtom(shape.map, key);
    if (type) yield* undeclared(type, inner, [...path, key]);
    else yield [...path, key];
  }
}
