import { memoize } from '../../model/memo.js';
import type { JqNode } from './ast.js';
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
