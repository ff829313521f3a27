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
  /** The paths, as JSON, of what is different beside what expressions hide, moment by moment as they are asked for. */
  remaining: (expressions: readonly Expression[]) => Iterable<string>,
  passing: readonly string[] = [],
): Derivation {
  const isNothingLeft = (expressions: readonly Expression[]): boolean => isSame(remaining(expressions), []);
  if (isNothingLeft([])) return { expressions: [], obstacles: [], isQuiet: true };
  const { patterns, wider, obstacles } = ownedBy(moments, passing);
  const narrow = patterns.map(expressionOf);
  const all = [...narrow, ...wider.map(expressionOf)];
  const wanted = isNothingLeft(narrow) ? narrow : all;
  const rest = [...remaining(wanted)];
  let kept: readonly Expression[] = wanted;
  for (const expression of wanted) {
    const fewer = kept.filter((other) => other !== expression);
    if (isSame(remaining(fewer), rest)) kept = fewer;
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

/** Stops at the first difference: to work out what is left takes long. */
function isSame(some: Iterable<string>, others: readonly string[]): boolean {
  let index = 0;
  for (const one of some) if (one !== others[index++]) return false;
  return index === others.length;
}
