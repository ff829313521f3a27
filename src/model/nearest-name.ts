/**
 * The one of several names that a misspelt name is likely to mean; undefined when none comes near. In a long name more
 * letters may be wrong than in a short one, unless `most` says how many.
 */
export function nearestName(name: string, names: Iterable<string>, most?: number): string | undefined {
  if (name.length > maxLength) return undefined;
  let best: string | undefined;
  let bestDistance = (name.length < 4 ? 1 : (most ?? Math.max(2, Math.floor(name.length / 3)))) + 1;
  const wanted = name.toLowerCase();
  for (const candidate of names) {
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** The nearest name, where no other one comes near. */
export function onlyNearName(name: string, names: Iterable<string>): string | undefined {
  const all = new Set(names);
  const nearest = nearestName(name, all);
  if (nearest === undefined) return undefined;
  all.delete(nearest);
  return nearestName(name, all) === undefined ? nearest : undefined;
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

/** Insertions, deletions, substitutions and swaps of neighbours between two words; at most `limit`. */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit;
  let [before, previous] = [[] as number[], Array.from({ length: right.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= left.length; i++) {
    const current = [i];
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1];
      let cost = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      current.push(cost);
    }
    // A swap takes its cost from the row before the last.
    if (Math.min(...current) >= limit && Math.min(...previous) + 1 >= limit) return limit;
    [before, previous] = [previous, current];
  }
  return previous[right.length]!;
}
