import { type Expression, expressionOf } from './pattern.js';
import { inWords, type Step } from './changes.js';
import { type Obstacle, ownedBy } from './owned.js';

/** An object of Git and what the cluster has in its place, at one moment. */
export interface ObjectMoment {
  readonly git: unknown;
  readonly live: unknown;
}

/** What an entry for one object has to ignore. */
export interface Derivation {
  readonly expressions: readonly Expression[];
  /** What stays different at some moment, and why no entry may hide it. */
  readonly obstacles: readonly Obstacle[];
  /** Whether the object is no different at any moment with these expressions. */
  readonly isQuiet: boolean;
}

/**
 * The fewest expressions that keep an object from being different at any moment, worked out of what the controller
 * writes and nothing else: they lead to no field of Git that it leaves alone.
 */
export function derive(
  moments: readonly ObjectMoment[],
  /** The paths, as JSON, of what is different at the moments beside what expressions hide. */
  remaining: (expressions: readonly Expression[]) => readonly string[],
  passing: readonly string[] = [],
): Derivation {
  if (remaining([]).length === 0) return { expressions: [], obstacles: [], isQuiet: true };
  const { patterns, wider, obstacles } = ownedBy(moments, passing);
  const narrow = patterns.map(expressionOf);
  const all = [...narrow, ...wider.map(expressionOf)];
  const wanted = remaining(narrow).length === 0 ? narrow : all;
  const rest = remaining(wanted);
  const isSame = (left: readonly string[]): boolean => left.join('\n') === rest.join('\n');
  let kept: readonly Expression[] = wanted;
  for (const expression of wanted) {
    const fewer = kept.filter((other) => other !== expression);
    if (isSame(remaining(fewer))) kept = fewer;
  }
  const isQuiet = rest.length === 0;
  if (isQuiet || obstacles.length > 0)
    return { expressions: kept, obstacles: isQuiet ? [] : obstacles, isQuiet };
  const paths = new Map(rest.map((text) => [text, JSON.parse(text) as readonly Step[]]));
  const git = moments[0]?.git;
  return {
    expressions: kept,
    obstacles: [...paths.values()].map((path) => ({ kind: 'foreign', path, where: inWords(git, path) })),
    isQuiet,
  };
}
