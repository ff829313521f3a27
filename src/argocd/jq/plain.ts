import { memoize } from '../../model/memo.js';
import type { JqNode } from './ast.js';
import { isMap, without as withoutKey } from '../../kubernetes/objects/json.js';
import { Signal } from '../../kubernetes/objects/signal.js';
import type { Node } from '../../model/node.js';

/** A key, or all that is in a list or a map: `[]`. */
export interface PlainStep {
  /** Undefined for `[]`. */
  readonly key: string | undefined;
  /** Whether a `?` stands behind it, so that it leads nowhere where it does not fit. */
  readonly isOptional: boolean;
}

/** The steps of a query that is a path of keys and `[]`, as nearly all are; undefined for any other. */
export const plainPath = memoize((query: JqNode): readonly PlainStep[] | undefined => {
  const steps: PlainStep[] = [];
  return collect(query, steps) && steps.length > 0 ? steps : undefined;
});

function collect(node: JqNode, steps: PlainStep[]): boolean {
  switch (node.type) {
    case 'identity':
      return true;
    case 'group':
      return collect(node.inner, steps);
    case 'optional':
      return collectStep(node.target, true, steps);
    case 'binary':
      return node.operator === '|' && collect(node.left, steps) && collect(node.right, steps);
    default:
      return collectStep(node, false, steps);
  }
}

function collectStep(node: JqNode, isOptional: boolean, steps: PlainStep[]): boolean {
  if (node.type === 'iterate') {
    if (!collect(node.target, steps)) return false;
    steps.push({ key: undefined, isOptional });
    return true;
  }
  if (node.type !== 'index' || node.key.type !== 'literal') return false;
  const { value } = node.key;
  if (typeof value !== 'string' || !collect(node.target, steps)) return false;
  steps.push({ key: value, isOptional });
  return true;
}

/** Whether each step fits what it comes to in a tree, so that no run fails; false where that is not certain. */
export function fits(steps: readonly PlainStep[], root: Node): boolean {
  return fitsFrom(root, steps, 0);
}

function fitsFrom(node: Node | undefined, steps: readonly PlainStep[], at: number): boolean {
  const step = steps[at];
  if (!step) return true;
  if (node?.kind === 'list') {
    if (step.key !== undefined) return step.isOptional;
    for (const item of node.items) if (!fitsFrom(item, steps, at + 1)) return false;
    return true;
  }
  if (node?.kind === 'map') {
    let isThere = false;
    for (const { key, value } of node.entries) {
      if (step.key !== undefined && key !== step.key) continue;
      isThere = true;
      if (!fitsFrom(value, steps, at + 1)) return false;
    }
    return isThere || step.key === undefined || fitsFrom(undefined, steps, at + 1);
  }
  const isNull = node === undefined || node.value === null;
  return step.key !== undefined && isNull ? fitsFrom(undefined, steps, at + 1) : step.isOptional;
}

/** What is in the place of a value that is deleted. */
const deleted = Symbol('deleted');

/** Thrown where a step does not fit. */
const misfit = new Signal();

/**
 * A document without what a path leads to; what does not change is shared with it. Undefined where a step does not fit
 * what it comes to, which is not judged here.
 */
export function deleteAlong(steps: readonly PlainStep[], document: unknown): unknown {
  try {
    return left(document, steps, 0);
  } catch (error) {
    if (error === misfit) return undefined;
    throw error;
  }
}

function left(value: unknown, steps: readonly PlainStep[], at: number): unknown {
  const step = steps[at];
  if (!step) return deleted;
  const { key, isOptional } = step;
  if (key === undefined) {
    if (Array.isArray(value)) return withoutItems(value, steps, at + 1);
    if (isMap(value)) return withoutValues(value, steps, at + 1);
  } else if (isMap(value)) {
    const inner = Object.hasOwn(value, key) ? value[key] : null;
    const rest = left(inner, steps, at + 1);
    return rest === inner || !Object.hasOwn(value, key) ? value : withValue(value, key, rest);
  } else if (value === null || value === undefined) {
    left(null, steps, at + 1);
    return value;
  }
  if (isOptional) return value;
  throw misfit;
}

function withoutItems(list: readonly unknown[], steps: readonly PlainStep[], at: number): unknown {
  let result: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const rest = left(list[index], steps, at);
    if (rest === list[index]) {
      result?.push(rest);
      continue;
    }
    result ??= list.slice(0, index);
    if (rest !== deleted) result.push(rest);
  }
  return result ?? list;
}

function withoutValues(
  map: Readonly<Record<string, unknown>>,
  steps: readonly PlainStep[],
  at: number,
): unknown {
  let result = map;
  for (const key of Object.keys(map)) {
    const rest = left(map[key], steps, at);
    if (rest !== map[key]) result = withValue(result, key, rest);
  }
  return result;
}

/** A map with another value at one of its keys, or without the key. */
function withValue(
  map: Readonly<Record<string, unknown>>,
  key: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  return value === deleted ? withoutKey(map, key) : { ...map, [key]: value };
}
