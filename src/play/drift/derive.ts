import type { Dropped } from '../simulate/admission.js';
import { type IgnoreExpression, expressionOf } from './pattern.js';
import { namedPath, type Step } from './changes.js';
import { keylessIn } from './keyless.js';
import { type Obstacle, ownedBy } from './owned.js';

/** A field that Git should not contain: the API server drops it, the controller sets it in each update, or users set it in the cluster. */
export interface Mistake extends Omit<Dropped, 'why'> {
  readonly why: Dropped['why'] | 'controllers' | 'users';
}

/** An object in Git and its live counterpart at one moment. */
export interface ObjectMoment {
  readonly git: unknown;
  readonly live: unknown;
}

/** What an entry for one object must ignore. */
export interface Derivation {
  readonly expressions: readonly IgnoreExpression[];
  /** Differences that remain at some moment, and why no entry may hide them. */
  readonly obstacles: readonly Obstacle[];
  /** Whether these expressions hide every difference at every moment. */
  readonly isQuiet: boolean;
}

/**
 * The smallest set of expressions that hides every difference at every moment. They are derived only from what the controller
 * writes, so they select no field of Git that it leaves unchanged.
 */
export function derive(
  moments: readonly ObjectMoment[],
  /** The paths, as JSON, of differences that expressions do not hide, computed moment by moment on demand. */
  remaining: (expressions: readonly IgnoreExpression[]) => Iterable<string>,
  {
    passing = [],
    mistakes = [],
    knowsDefaults = true,
  }: {
    /** Strings that change in each rollout, such as pod hashes. */
    readonly passing?: readonly string[];
    /** Fields that Git should not contain: `moments` lack them, and no entry may hide them. */
    readonly mistakes?: readonly Mistake[];
    /** Whether the comparison adds the API server's defaults to Git. */
    readonly knowsDefaults?: boolean;
  } = {},
): Derivation {
  const isNothingLeft = (expressions: readonly IgnoreExpression[]): boolean =>
    isSameSequence(remaining(expressions), []);
  if (isNothingLeft([])) return { expressions: [], obstacles: [], isQuiet: true };
  const { patterns, wider, obstacles } = ownedBy(moments, passing);
  const narrow = patterns.map(expressionOf);
  const all = [...narrow, ...wider.map(expressionOf)];
  const wanted = isNothingLeft(narrow) ? narrow : all;
  const rest = [...remaining(wanted)];
  let kept: readonly IgnoreExpression[] = wanted;
  for (const expression of wanted) {
    const fewer = kept.filter((other) => other !== expression);
    if (isSameSequence(remaining(fewer), rest)) kept = fewer;
  }
  const isQuiet = rest.length === 0;
  if (isQuiet) return { expressions: kept, obstacles: [], isQuiet };
  const git = moments[0]?.git;
  const paths = [...new Set(rest)].map((text) => JSON.parse(text) as readonly Step[]);
  const different = new Nesting(paths);
  const told = mistakes.filter(({ path }) => different.has(path));
  const taken = new Nesting(told.map(({ path }) => path));
  const foreign = paths
    .filter((path) => !taken.has(path))
    .map((path): Obstacle => {
      const list = knowsDefaults ? undefined : keylessIn(git, path);
      return list
        ? { kind: 'keyless', path: list, where: namedPath(git, list) }
        : { kind: 'foreign', path, where: namedPath(git, path) };
    });
  return {
    expressions: kept,
    obstacles: [...told.map(asObstacle), ...(obstacles.length > 0 ? obstacles : distinctObstacles(foreign))],
    isQuiet,
  };
}

function asObstacle({ path, why, nearest }: Mistake): Obstacle {
  const hint = nearest === undefined ? {} : { nearest };
  return { kind: why, path, where: namedPath(undefined, path), ...hint };
}

function distinctObstacles(obstacles: readonly Obstacle[]): readonly Obstacle[] {
  return [...new Map(obstacles.map((one) => [`${one.kind} ${one.where}`, one])).values()];
}

/** A set of paths that can be asked whether a path is a prefix or an extension of one of them. */
class Nesting {
  private readonly ends: ReadonlySet<string>;
  private readonly ways: ReadonlySet<string>;

  constructor(paths: readonly (readonly Step[])[]) {
    this.ends = new Set(paths.map((path) => JSON.stringify(path)));
    this.ways = new Set(paths.flatMap(waysTo));
  }

  has(path: readonly Step[]): boolean {
    return this.ways.has(JSON.stringify(path)) || waysTo(path).some((way) => this.ends.has(way));
  }
}

/** A path and all its prefixes, as JSON. */
function waysTo(path: readonly Step[]): readonly string[] {
  return path.map((_, index) => JSON.stringify(path.slice(0, index + 1)));
}

/** Stops at the first difference, because computing what remains is slow. */
function isSameSequence(some: Iterable<string>, others: readonly string[]): boolean {
  let index = 0;
  for (const one of some) if (one !== others[index++]) return false;
  return index === others.length;
}
