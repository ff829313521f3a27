import { memoize } from '../../model/memo.js';
import { isMap, type JsonMap, without } from '../../kubernetes/objects/json.js';
import type { Node } from '../../model/node.js';
import type { JqNode } from './ast.js';
import { cut } from './values.js';

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
  return collectSteps(query, steps) && steps.length > 0 ? steps : undefined;
});

function collectSteps(node: JqNode, steps: PlainStep[]): boolean {
  switch (node.type) {
    case 'identity':
      return true;
    case 'group':
      return collectSteps(node.inner, steps);
    case 'optional':
      return collectStep(node.target, true, steps);
    case 'binary':
      return node.operator === '|' && collectSteps(node.left, steps) && collectSteps(node.right, steps);
    default:
      return collectStep(node, false, steps);
  }
}

function collectStep(node: JqNode, isOptional: boolean, steps: PlainStep[]): boolean {
  if (node.type === 'iterate') {
    if (!collectSteps(node.target, steps)) return false;
    steps.push({ key: undefined, isOptional });
    return true;
  }
  if (node.type !== 'index' || node.key.type !== 'literal') return false;
  const { value } = node.key;
  if (typeof value !== 'string' || !collectSteps(node.target, steps)) return false;
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

/** Longer runs are left to the evaluator, which counts their steps. */
const mostVisits = 500;

/**
 * The document without what a path leads to, or undefined where a step does not fit or the way is long: such runs are the
 * evaluator's. Nearly all expressions are such paths, for which a walk takes a tenth of the time of an evaluation.
 */
export function deletePlain(
  steps: readonly PlainStep[],
  document: unknown,
): { readonly ok: unknown } | undefined {
  const walk = new DeletingWalk(steps);
  const ok = walk.left(document, 0);
  return walk.isDone ? { ok } : undefined;
}

class DeletingWalk {
  isDone = true;
  private visits = 0;

  constructor(private readonly steps: readonly PlainStep[]) {}

  /** A value without what the remaining steps lead to; the same value if that is nothing. */
  left(value: unknown, at: number): unknown {
    const step = this.steps[at]!;
    this.visits += 1;
    if (this.visits > mostVisits) this.isDone = false;
    if (!this.isDone) return value;
    const isLast = at + 1 === this.steps.length;
    if (Array.isArray(value) && step.key === undefined)
      return isLast ? emptied(value) : this.ofList(value, at);
    if (isMap(value)) {
      if (step.key === undefined) return isLast ? emptiedMap(value) : this.ofMap(value, at);
      if (!Object.hasOwn(value, step.key)) return this.nowhere(value, at);
      return isLast ? without(value, step.key) : this.ofKey(value, step.key, at);
    }
    if (step.key !== undefined && (value === null || value === undefined)) return this.nowhere(value, at);
    if (!step.isOptional) this.isDone = false;
    return value;
  }

  /** A key of null is null, so steps may fail even where a key is absent. */
  private nowhere(value: unknown, at: number): unknown {
    if (at + 1 < this.steps.length) this.left(null, at + 1);
    return value;
  }

  private ofKey(map: JsonMap, key: string, at: number): unknown {
    const item = this.left(map[key], at + 1);
    return item === map[key] ? map : { ...map, [key]: item };
  }

  private ofList(list: readonly unknown[], at: number): unknown {
    const items = list.map((item) => this.left(item, at + 1));
    return items.some((item, index) => item !== list[index]) ? items : list;
  }

  private ofMap(map: JsonMap, at: number): unknown {
    const entries = Object.entries(map).map(([key, item]) => [key, this.left(item, at + 1)] as const);
    return entries.some(([key, item]) => item !== map[key]) ? Object.fromEntries(entries) : map;
  }
}

function emptied(list: readonly unknown[]): readonly unknown[] {
  return list.length === 0 ? list : cut([], list);
}

function emptiedMap(map: JsonMap): JsonMap {
  return Object.keys(map).length === 0 ? map : {};
}
