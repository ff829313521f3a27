import { isMap, isSameJson } from '../../kubernetes/objects/json.js';

/** A step of the list before or after a change, or one that is in both with other values. */
export interface ChangedStep {
  /** Its index before the change; undefined if it is inserted. */
  readonly before: number | undefined;
  /** Its index after the change; undefined if it is removed. */
  readonly after: number | undefined;
}

/**
 * How one list of steps becomes another one: most equal steps stay in their order. Between two of those, steps with the same actions
 * have other values; all else is inserted or removed.
 */
export function changedSteps(before: readonly unknown[], after: readonly unknown[]): readonly ChangedStep[] {
  const same = common(before, after, isSameJson);
  const found: ChangedStep[] = [];
  let [from, to] = [0, 0];
  for (const [one, other] of [...same, [before.length, after.length] as const]) {
    const [old, now] = [before.slice(from, one), after.slice(to, other)];
    found.push(
      ...stretch(old, now).map((step) => ({
        before: step.before === undefined ? undefined : step.before + from,
        after: step.after === undefined ? undefined : step.after + to,
      })),
    );
    [from, to] = [one + 1, other + 1];
  }
  return found;
}

/** Two stretches without equal steps. */
function stretch(old: readonly unknown[], now: readonly unknown[]): readonly ChangedStep[] {
  const alike = common(old, now, (one, other) => isSameJson(actionsOf(one), actionsOf(other)));
  const pairs = new Map(alike);
  const taken = new Set(pairs.values());
  const inserted = [...now.keys()].filter((index) => !taken.has(index));
  const steps: ChangedStep[] = [...old.keys()].map((index) => ({ before: index, after: pairs.get(index) }));
  return [...steps, ...inserted.map((index) => ({ before: undefined, after: index }))];
}

/** The actions of a step by name, with the templates of its analyses, which tell one from another. */
function actionsOf(step: unknown): readonly unknown[] {
  if (!isMap(step)) return [];
  return Object.entries(step)
    .map(([key, value]) => [key, key === 'analysis' && isMap(value) ? value['templates'] : undefined])
    .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
}

type Same = (one: unknown, other: unknown) => boolean;

/** What is compared with each other at most; longer lists are compared by index, which no list that people write is. */
const mostPairs = 250_000;

/** The longest common subsequence of two lists, by index. */
function common(
  left: readonly unknown[],
  right: readonly unknown[],
  isSame: Same,
): readonly (readonly [number, number])[] {
  if (left.length * right.length > mostPairs)
    return [...left.keys()]
      .filter((index) => index < right.length && isSame(left[index], right[index]))
      .map((index) => [index, index] as const);
  // lengths[i][j] is that of the lists from i and j on.
  const lengths = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0));
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1)
      lengths[i]![j] = isSame(left[i], right[j])
        ? lengths[i + 1]![j + 1]! + 1
        : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const pairs: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < left.length && j < right.length;) {
    if (isSame(left[i], right[j])) pairs.push([i++, j++]);
    else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i += 1;
    else j += 1;
  }
  return pairs;
}
