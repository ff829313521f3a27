import { isMap } from '../../kubernetes/objects/json.js';
import { operations } from './arithmetic.js';
import { removePaths } from './paths.js';
import {
  follow,
  pathFromRoot,
  rootState,
  type Evaluation,
  type JqNodeOf,
  type JqValues,
  type Variables,
} from './state.js';
import { BeyondSubset, isTrue, JqRunError, typeOf } from './values.js';

/**
 * What becomes of a value to which something is assigned; each value on the right gives one.
 * https://github.com/itchyny/gojq/blob/v0.12.19/compiler.go (compileAssign, compileModify)
 */
export function* updated(
  run: Evaluation,
  { operator, left, right }: JqNodeOf<'binary'>,
  input: unknown,
  variables: Variables,
): JqValues {
  const change = (apply: (there: unknown) => Iterable<unknown>): unknown => {
    let result = input;
    const gone: (readonly unknown[])[] = [];
    for (const output of run.outputs(left, rootState(input), variables)) {
      run.count(result);
      const keys = pathFromRoot(output);
      const [next] = apply(follow({ value: result, path: undefined }, keys).value);
      if (next === undefined) gone.push(keys);
      else result = setAt(result, keys, next);
    }
    return deletePathsIn(result, gone);
  };
  if (operator === '|=') {
    yield change((there) => run.values(right, there, variables));
    return;
  }
  for (const value of run.values(right, input, variables))
    yield change((there) => {
      if (operator === '=') return [value];
      if (operator === '//=') return [isTrue(there) ? there : value];
      return [operations[operator.slice(0, -1)]!(there, value)];
    });
}

/** A larger index is not a place in a manifest. */
const mostItems = 10_000;

/**
 * A value with another one at the end of a list of keys.
 * https://github.com/itchyny/gojq/blob/v0.12.19/func.go (update)
 */
export function setAt(value: unknown, [key, ...rest]: readonly unknown[], next: unknown): unknown {
  if (key === undefined) return next;
  const isNull = typeOf(value) === 'null';
  if (typeof key === 'string') {
    if (!isNull && !isMap(value)) throw unsettable();
    const before = isMap(value) ? value : {};
    return { ...before, [key]: setAt(Object.hasOwn(before, key) ? before[key] : null, rest, next) };
  }
  if (isMap(key)) throw new BeyondSubset('it sets a part of a list');
  if (typeof key !== 'number' || (!isNull && !Array.isArray(value))) throw unsettable();
  const items = Array.isArray(value) ? [...(value as unknown[])] : [];
  const index = Math.trunc(key) + (key < 0 ? items.length : 0);
  if (index < 0) throw unsettable();
  if (index > mostItems) throw new BeyondSubset('it makes a list that is too long');
  while (items.length < index) items.push(null);
  items[index] = setAt(items[index] ?? null, rest, next);
  return items;
}

const unsettable = (): JqRunError => JqRunError.inOtherWords(() => 'it sets what cannot be set');

export function deletePathsIn(value: unknown, paths: unknown): unknown {
  if (!Array.isArray(paths) || !paths.every((path) => Array.isArray(path)))
    throw JqRunError.inOtherWords(() => 'delpaths takes a list of paths');
  return paths.length === 0 ? value : removePaths(value, paths);
}
