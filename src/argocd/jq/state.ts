import { isMap } from '../../kubernetes/objects/json.js';
import type { JqNode } from './ast.js';
import { jqValueAt } from './paths.js';
import { BeyondSubset, describe, isEmptyList, JqRunError, sortedKeys, typeOf } from './values.js';

/** A value on its way through a query, and the path it stands for; in a condition there is no path. */
export interface JqState {
  readonly value: unknown;
  readonly path: JqPath | undefined;
  /** gojq computes integers, which are never equal to a number of the document, because that is a float. */
  readonly isInteger?: boolean;
  /** Whether it is unknown if gojq takes it for the value of the document that equals it. */
  readonly isUnsure?: boolean;
}

/** A path with the value that the document has there. A computed value leaves it behind. */
export interface JqPath {
  readonly value: unknown;
  readonly parent?: JqPath;
  readonly key?: unknown;
}

export type Outputs = Generator<JqState, void, undefined>;
export type JqValues = Generator<unknown, void, undefined>;
/** Values by the names of variables (`$x`), functions by their names and numbers of arguments (`f/1`), labels (`*$out`). */
export type Variables = ReadonlyMap<string, unknown>;
export type JqNodeOf<Type extends JqNode['type']> = JqNode & { readonly type: Type };

/** One run of a query. */
export interface Evaluation {
  /** Takes a step, or as many as a value is large; fails where there were too many. */
  count(value?: unknown): void;
  /** How many calls of functions are inside of each other: each output goes through all of them. */
  depth: number;
  /** The outputs of a query in the order in which gojq's machine comes upon them. */
  outputs(node: JqNode, state: JqState, variables: Variables): Outputs;
  /** Outputs where they make no path: in conditions, keys and sources of variables. */
  values(node: JqNode, input: unknown, variables: Variables): JqValues;
  conditions(node: JqNode, input: unknown, variables: Variables): Generator<boolean, void, undefined>;
}

/** A document as the input of a path expression. */
export function rootState(document: unknown): JqState {
  return { value: document, path: { value: document } };
}

/** The keys of the path for which a value stands; fails where it stands for none. */
export function pathFromRoot(state: JqState): readonly unknown[] {
  const keys: unknown[] = [];
  let at = intact(state, 'invalid path against');
  for (; at.parent; at = at.parent) keys.unshift(at.key);
  return keys;
}

/**
 * The path of a value, which must still be the one that the document has there. gojq takes a computed value for it
 * when both are equal: `.paused == true` leads to `.paused` if that is true.
 * https://github.com/itchyny/gojq/blob/v0.12.19/execute.go (pathIntact)
 */
function intact({ value, path, isInteger, isUnsure }: JqState, problem: string): JqPath {
  const there = path?.value;
  const isSame = (value ?? null) === (there ?? null) || (isEmptyList(value) && isEmptyList(there));
  if (isSame && isUnsure) throw new BeyondSubset('gojq may see a path there');
  if (path && isSame && !isInteger) return path;
  throw new JqRunError(() => `${problem}: ${describe(value)}`);
}

/**
 * A value that gojq computes, where nothing tells whether that is the one of the document: a number may be an integer or a float, and
 * a list or an object what came in.
 */
export function unsure(value: unknown, path: JqPath | undefined): JqState {
  return {
    value,
    path,
    isUnsure: typeof value === 'number' || (typeof value === 'object' && value === path?.value),
  };
}

/** A value that is not read from the document. */
export function computed(value: unknown, path: JqPath | undefined): JqState {
  return typeof value === 'number' ? { value, path, isInteger: true } : { value, path };
}

/** Goes on to the value at one key. */
export function stepInto(state: JqState, key: unknown): JqState {
  const value = jqValueAt(state.value, key);
  if (!state.path) return { value, path: undefined };
  return { value, path: { value, key, parent: intact(state, 'invalid path against') } };
}

/** Goes on to every item of a list or an object. */
export function* iterate(state: JqState): Outputs {
  const { value, path } = state;
  if (!Array.isArray(value) && !isMap(value))
    throw new JqRunError(() => `cannot iterate over: ${describe(value)}`);
  const parent = path && intact(state, 'invalid path on iterating against');
  const entries: Iterable<readonly [unknown, unknown]> = Array.isArray(value)
    ? value.entries()
    : sortedKeys(value).map((key) => [key, value[key]]);
  for (const [key, item] of entries) yield { value: item, path: parent && { value: item, key, parent } };
}

/** Goes on to the value at the end of a list of keys, as `getpath` does. */
export function follow(state: JqState, keys: readonly unknown[]): JqState {
  let { value, path } = state;
  for (const key of keys) {
    if (typeOf(value) !== 'null' && !Array.isArray(value) && !isMap(value))
      throw new JqRunError(
        () => `getpath(${JSON.stringify(keys)}) cannot be applied to: ${describe(state.value)}`,
      );
    value = jqValueAt(value, key);
  }
  if (path) intact(state, 'invalid path against');
  for (const key of keys) path = path && { value, key, parent: path };
  return { value, path };
}

/** Errors of the attempt itself are caught; those of what comes after it are not. */
export function* attempt(
  body: () => Iterable<JqState>,
  handler?: (caught: JqRunError) => Iterable<JqState>,
): Outputs {
  let caught: JqRunError;
  try {
    yield* body();
    return;
  } catch (error) {
    if (!(error instanceof JqRunError)) throw error;
    caught = error;
  }
  if (handler) yield* handler(caught);
}
