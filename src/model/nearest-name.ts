/**
 * The one of several names that a misspelt name is likely to mean; undefined when none comes near. In a long name more
 * letters may be wrong than in a short one, unless `most` says how many. Of two that are equally near it is the one that begins more
 * alike, or the first by their letters, in whatever order they come.
 */
export function nearestName(name: string, names: Iterable<string>, most?: number): string | undefined {
  if (name.length > maxLength) return undefined;
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

/** Which of two names that are equally near is the likelier. */
function comesBefore(one: string, other: string, wanted: string): boolean {
  const [left, right] = [one, other].map((name) => sameStart(name.toLowerCase(), wanted)) as [number, number];
  return left === right ? one < other : left > right;
}

function sameStart(name: string, wanted: string): number {
  let at = 0;
  while (at < wanted.length && name[at] === wanted[at]) at += 1;
  return at;
}

/** The nearest name, where no other one comes near. */
export function onlyNearName(name: string, names: Iterable<string>): string | undefined {
  if (name.length > maxLength) return undefined;
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

/** As long as Kubernetes lets a name be: of a longer one nobody mistypes a letter, and to compare it takes its square. */
const maxLength = 253;

/** The question that ends a message about an unknown name; empty when no known one comes near. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const nearest = nearestName(name, names);
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}

/** The same for a name after an area; whoever leaves the area out, `route-exists`, means the names that end so. */
export function didYouMeanWithin(name: string, names: readonly string[]): string {
  const ofArea = names.filter((one) => one.endsWith(`/${name}`));
  return ofArea.length > 0 ? ` Did you mean "${ofArea.join('" or "')}"?` : didYouMean(name, names);
}

/** The same for a choice among few: `warn` is short for `warning`. */
export function didYouMeanChoice(value: string, choices: readonly string[]): string {
  const [longer, another] = value.length < 2 ? [] : choices.filter((one) => one.startsWith(value));
  return longer !== undefined && another === undefined
    ? ` Did you mean "${longer}"?`
    : didYouMean(value, choices);
}

/** Rows of the table of distances, used again by whoever asks next: the one at hand, the one before, and that before it. */
const rows: [number[], number[], number[]] = [[], [], []];

/** Insertions, deletions, substitutions and swaps of neighbours between two words; at most `limit`. */
function editDistance(left: string, right: string, limit: number): number {
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
    // What is further from the diagonal takes more than the limit.
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
    // A swap takes its cost from the row before the last.
    if (lowest >= limit && lowestBefore + 1 >= limit) return limit;
    lowestBefore = lowest;
    [current, previous, before] = [before, current, previous];
  }
  return Math.min(limit, previous[width]!);
}
