import { MergeError, type FieldStep } from './field-set.js';
import { isList, isMap } from '../objects/json.js';
import type { Atom, ListAtom } from './merge-schema.js';
import { absent, elementStep, atomShapeOf, fieldAtom } from './typed-value.js';

/**
 * One object merged into another: its values take precedence, and its order for lists that both have.
 * https://github.com/kubernetes-sigs/structured-merge-diff/blob/v6.4.0/typed/merge.go
 */
export function mergeTyped(atom: Atom, live: unknown, config: unknown): unknown {
  const result = merged(atom, live, config);
  return result === absent ? null : result;
}

function merged(atom: Atom, left: unknown, right: unknown): unknown {
  const shape = atomShapeOf(atom, right === absent ? left : right);
  if (left !== absent && right !== absent && atomShapeOf(atom, left).kind !== shape.kind) return right;
  const one = right === absent ? left : right;
  if (shape.kind === 'scalar') return one;
  if (shape.kind === 'list') {
    const [lefts, rights] = [isList(left) ? left : [], isList(right) ? right : []];
    if (shape.list.isAtomic || lefts.length + rights.length === 0) return one;
    const items = mergedElements(shape.list, lefts, rights);
    return items.length > 0 ? items : absent;
  }
  const [lefts, rights] = [isMap(left) ? left : {}, isMap(right) ? right : {}];
  const keys = new Set([...Object.keys(lefts), ...Object.keys(rights)]);
  if (shape.map.isAtomic || keys.size === 0) return one;
  const result: Record<string, unknown> = {};
  for (const key of keys) {
    const type = fieldAtom(shape.map, key);
    if (!type) throw new MergeError(`.${key}: field not declared in schema`);
    const [before, after] = [lefts, rights].map((map) => (Object.hasOwn(map, key) ? map[key] : absent));
    const inner = merged(type, before, after);
    if (inner !== absent) result[key] = inner;
  }
  return Object.keys(result).length > 0 ? result : absent;
}

/** Shared elements have the order of the right list; the other elements of the left list keep their place among them. */
function mergedElements(
  list: ListAtom,
  lefts: readonly unknown[],
  rights: readonly unknown[],
): readonly unknown[] {
  const leftSteps = lefts.map((item) => elementStep(list, item));
  const rightSteps = rights.map((item) => elementStep(list, item));
  if (new Set(rightSteps).size < rightSteps.length)
    throw new MergeError(
      `duplicate entries for key ${rightSteps.find((step, index) => rightSteps.indexOf(step) !== index) ?? ''}`,
    );
  // Repeated elements are replaced instead of merged.
  const leftOf = (step: FieldStep): unknown => {
    const place = leftSteps.indexOf(step);
    if (place < 0) return absent;
    return leftSteps.lastIndexOf(step) === place ? lefts[place] : null;
  };
  const shared = rightSteps.filter((step) => leftSteps.includes(step));
  const done = new Set<FieldStep>();
  const result: unknown[] = [];
  const put = (before: unknown, after: unknown): void => {
    const item = merged(list.element(), before, after);
    if (item !== absent) result.push(item);
  };

  let [left, right] = [0, 0];
  let nextShared = shared.shift();
  while (left < lefts.length || right < rights.length) {
    const [step, own] = [leftSteps[left], rightSteps[right]];
    if (step !== undefined && own !== undefined) {
      if (step === own) {
        done.add(step);
        put(leftOf(step), rights[right]);
        left += 1;
        right += 1;
        nextShared = shared.shift();
        continue;
      }
      if (rightSteps.includes(step) && nextShared !== undefined && nextShared !== step) {
        left += 1;
        continue;
      }
    }
    if (step !== undefined) {
      if (!rightSteps.includes(step)) {
        put(lefts[left], absent);
        left += 1;
        continue;
      }
      if (done.has(step)) left += 1;
    }
    if (own !== undefined) {
      done.add(own);
      put(leftOf(own), rights[right]);
      right += 1;
      if (nextShared === own) nextShared = shared.shift();
    }
  }
  return result;
}
