import type { Resource } from '../../model/resource.js';
import { commonFolder, type Folder } from './layout.js';
import type { PlacedResource } from './namesakes.js';

/** An object that a reference may mean, by its name. */
export interface Candidate extends PlacedResource {
  readonly namespace: string | undefined;
}

/**
 * The candidates nearest to a folder; of those in one folder, the ones in the same namespace or file, then those that are not in
 * the file of another Rollout.
 */
export function nearestOf(
  candidates: readonly Candidate[],
  folder: Folder,
  { source }: Resource,
  namespace: string | undefined,
  hasOwner: (candidate: Candidate) => boolean,
): readonly Candidate[] {
  let best: Candidate[] = [];
  let bestScore = -1;
  for (const candidate of candidates) {
    const score =
      closeness(folder, candidate.placement.folder) * 4 +
      Number(candidate.namespace === namespace) * 2 +
      Number(candidate.resource.source === source);
    if (score > bestScore) [best, bestScore] = [[candidate], score];
    else if (score === bestScore) best.push(candidate);
  }
  if (best.length < 2) return best;
  const own = best.filter((candidate) => !hasOwner(candidate));
  return own.length > 0 ? own : best;
}

/**
 * How near two folders are: the depth of their common folder, a folder above before siblings, then the number of common segments.
 */
function closeness(here: Folder, there: Folder): number {
  if (here === there) return here.length * 100 + 99;
  const common = commonFolder(here, there);
  const rest = new Set(here.slice(common.length).split('/'));
  const shared = there
    .slice(common.length)
    .split('/')
    .filter((segment) => segment !== '' && rest.has(segment)).length;
  return common.length * 100 + (there === common ? 99 : Math.min(shared, 98));
}

/** Whether two folders are steps of a tutorial, such as `labs/06` and `labs/08`: objects of an earlier step still exist. */
export function isEarlierStep(folder: Folder, later: Folder): boolean {
  const common = commonFolder(folder, later);
  const [a, b] = [folder, later].map((path) => stepIn(path.slice(common.length).split('/')[1] ?? ''));
  return a !== undefined && b !== undefined && a.word === b.word && a.number < b.number;
}

function stepIn(segment: string): { readonly word: string; readonly number: number } | undefined {
  const found = /^((?:chapter|day|exercise|lab|lesson|part|step)?[-_ ]?)(\d{1,3})(?:\D|$)/i.exec(segment);
  return found ? { word: found[1]!.toLowerCase(), number: Number(found[2]) } : undefined;
}
