/**
 * The name that a misspelled name probably means; undefined when none is similar. A long name may have more wrong letters than a
 * short one, unless `most` sets the number. Of two that are equally near, the one with the longer common prefix wins, then the
 * alphabetically first.
 */
export function nearestName(name: string, names: Iterable<string>, most?: number): string | undefined {
  if (name.length > longestName) return undefined;
  let best: string | undefined;
  let bestDistance = (name.length < 4 ? 1 : (most ?? mostWrong(name))) + 1;
  const wanted = name.toLowerCase();
  for (const candidate of names) {
    const limit = best === undefined ? bestDistance : bestDistance + 1;
    const distance = editDistance(wanted, candidate.toLowerCase(), limit);
    const isBetter =
      distance < bestDistance ||
      (distance === bestDistance && best !== undefined && comesBefore(candidate, best, wanted));
    if (isBetter) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Which of two equally near names is more likely. */
function comesBefore(one: string, other: string, wanted: string): boolean {
  const [left, right] = [one, other].map((name) => sameStart(name.toLowerCase(), wanted)) as [number, number];
  return left === right ? one < other : left > right;
}

function sameStart(name: string, wanted: string): number {
  let at = 0;
  while (at < wanted.length && name[at] === wanted[at]) at += 1;
  return at;
}

/** The nearest name, if no other name is near. */
export function onlyNearName(name: string, names: Iterable<string>): string | undefined {
  if (name.length > longestName) return undefined;
  const limit = mostWrong(name) + 1;
  const wanted = name.toLowerCase();
  let found: string | undefined;
  for (const candidate of names) {
    if (candidate === found || editDistance(wanted, candidate.toLowerCase(), limit) === limit) continue;
    if (found !== undefined) return undefined;
    found = candidate;
  }
  return found;
}

/** How many letters of a name may be wrong. */
function mostWrong(name: string): number {
  return name.length < 4 ? 1 : Math.max(2, Math.floor(name.length / 3));
}

/** The longest name of Kubernetes. Longer ones are not misspellings, and the comparison takes quadratic time. */
const longestName = 253;

/** The question that ends a message about an unknown name; empty when no known name is near. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const nearest = nearestName(name, names);
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}

/** The same for names with an area; a name without an area, `route-exists`, matches those that end with it. */
export function didYouMeanWithin(name: string, names: readonly string[]): string {
  const ofArea = names.filter((one) => one.endsWith(`/${name}`));
  return ofArea.length > 0 ? ` Did you mean "${ofArea.join('" or "')}"?` : didYouMean(name, names);
}

/** The same for a choice of few values: `warn` is short for `warning`. */
export function didYouMeanChoice(value: string, choices: readonly string[]): string {
  const [longer, another] = value.length < 2 ? [] : choices.filter((one) => one.startsWith(value));
  return longer !== undefined && another === undefined
    ? ` Did you mean "${longer}"?`
    : didYouMean(value, choices);
}

/** Rows of the distance table, reused by all calls: the current one and the two before it. */
const rows: [number[], number[], number[]] = [[], [], []];

/** Insertions, deletions, substitutions and swaps of neighbours between two words; at most `limit`. */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit;
  let start = 0;
  let [leftEnd, rightEnd] = [left.length, right.length];
  while (start < leftEnd && start < rightEnd && left[start] === right[start]) start++;
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd--;
    rightEnd--;
  }
  const [height, width] = [leftEnd - start, rightEnd - start];
  let [current, previous, before] = rows;
  for (let j = 0; j <= width; j++) previous[j] = j;
  let lowestBefore = 0;
  for (let i = 1; i <= height; i++) {
    // Cells further from the diagonal exceed the limit.
    const [first, last] = [Math.max(1, i - limit), Math.min(width, i + limit)];
    current[first - 1] = first === 1 ? i : limit;
    let lowest = current[first - 1]!;
    const letter = left[start + i - 1];
    for (let j = first; j <= last; j++) {
      let cost = previous[j - 1]! + (letter === right[start + j - 1] ? 0 : 1);
      const inserted = current[j - 1]! + 1;
      if (inserted < cost) cost = inserted;
      const deleted = (j === i + limit ? limit : previous[j]!) + 1;
      if (deleted < cost) cost = deleted;
      if (i > 1 && j > 1 && letter === right[start + j - 2] && left[start + i - 2] === right[start + j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      current[j] = cost;
      if (cost < lowest) lowest = cost;
    }
    // A swap of neighbors builds on the row before the last.
    if (lowest >= limit && lowestBefore + 1 >= limit) return limit;
    lowestBefore = lowest;
    [current, previous, before] = [before, current, previous];
  }
  return Math.min(limit, previous[width]!);
}
