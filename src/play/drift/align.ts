import { isMap, isSameJson } from '../../kubernetes/objects/json.js';

/** The corresponding elements of two lists, by index. */
export interface Alignment {
  readonly pairs: readonly (readonly [git: number, live: number])[];
  /** Elements that only the live list has. */
  readonly inserted: readonly number[];
  /** Elements that only Git has. */
  readonly dropped: readonly number[];
  /** Whether the pairs are in another order than in Git. */
  readonly isReordered: boolean;
}

/**
 * Matches the elements of a live list with those of Git: first equal ones and those with the same name, then the most similar.
 */
export function align(git: readonly unknown[], live: readonly unknown[]): Alignment {
  const partner = new Map<number, number>();
  const left = new Set(live.keys());
  const pair = (index: number, other: number | undefined): void => {
    if (other === undefined) return;
    partner.set(index, other);
    left.delete(other);
  };
  const unpaired = (): number[] => [...git.keys()].filter((index) => !partner.has(index));
  const first = (holds: (index: number) => boolean): number | undefined => {
    for (const other of left) if (holds(other)) return other;
    return undefined;
  };

  for (const index of unpaired())
    pair(
      index,
      first((other) => isSameJson(git[index], live[other])),
    );
  for (const index of unpaired()) {
    const name = elementName(git[index]);
    if (name !== undefined)
      pair(
        index,
        first((other) => elementName(live[other]) === name),
      );
  }
  for (const index of unpaired()) {
    const scores = [...left].map((other) => ({ other, score: likeness(git[index], live[other]) }));
    const best = scores.reduce((one, two) => (two.score > one.score ? two : one), { other: -1, score: 0 });
    pair(index, best.score > 0 ? best.other : undefined);
  }
  // Elements that nothing else distinguishes are matched by position.
  const rest = unpaired();
  if (rest.length === left.size)
    for (const [at, other] of [...left].entries()) {
      const index = rest[at];
      if (index !== undefined && isNameless(git[index]) && isNameless(live[other])) pair(index, other);
    }

  const pairs = [...git.keys()].flatMap((index): [number, number][] => {
    const other = partner.get(index);
    return other === undefined ? [] : [[index, other]];
  });
  return {
    pairs,
    inserted: [...left],
    dropped: unpaired(),
    isReordered: pairs.some(([, other], at) => at > 0 && other < (pairs[at - 1]?.[1] ?? -1)),
  };
}

/** The `name` of an element of a list. */
function elementName(element: unknown): string | undefined {
  return isMap(element) && typeof element['name'] === 'string' ? element['name'] : undefined;
}

function isNameless(element: unknown): boolean {
  return isMap(element) && elementName(element) === undefined;
}

/** How similar two elements are; equal strings count more than equal numbers. */
function likeness(git: unknown, live: unknown): number {
  if (isMap(git) && isMap(live)) {
    const names = [elementName(git), elementName(live)];
    if (names[0] !== names[1]) return 0;
    return Object.keys(git).reduce((sum, key) => sum + likeness(git[key], live[key]), 0);
  }
  if (Array.isArray(git) && Array.isArray(live))
    return git.reduce<number>((sum, item, index) => sum + likeness(item, live[index]), 0);
  if (git !== live || git === undefined || typeof git === 'object') return 0;
  return typeof git === 'string' ? 10 : 1;
}
