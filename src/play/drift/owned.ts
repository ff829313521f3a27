import { isMap } from '../../kubernetes/objects/json.js';
import { type FieldChange, changes, namedPath, type Step, valueAt } from './changes.js';
import { type Pattern, type PatternStep, reach } from './pattern.js';

/** Patterns for everything that the controller writes to an object, and what no pattern can express. */
export interface Owned {
  /** The patterns to try first, as narrow as possible. */
  readonly patterns: readonly Pattern[];
  /** Patterns for whole maps that Git does not have, for diffs that report an empty map. */
  readonly wider: readonly Pattern[];
  readonly obstacles: readonly Obstacle[];
  /** Whether the controller writes or removes the value at a path of Git. */
  owns(path: readonly Step[]): boolean;
}

/** A change by the controller that no entry can ignore without side effects. */
export interface Obstacle {
  readonly kind:
    /** It removes an element of Git from a list. */
    | 'dropped'
    /** It reorders a list of Git. */
    | 'reordered'
    /** It adds an element that has no stable distinguishing value. */
    | 'nameless'
    /** The key or element that it writes cannot be distinguished from those of Git. */
    | 'indistinct'
    /** The difference does not come from the controller. */
    | 'foreign'
    /** Git omits a key of list elements whose default Argo CD does not know. */
    | 'keyless'
    /** Too many fields differ for a list of entries. */
    | 'many'
    /** The API server drops the field, because the kind does not have it. */
    | 'unknown'
    /** The API server sets it itself. */
    | 'its-own'
    /** The controller sets another value in each update. */
    | 'controllers'
    /** Users set it in the cluster, and the controller never does. */
    | 'users';
  readonly path: readonly Step[];
  /** The path, with elements by name. */
  readonly where: string;
  /** The field that was probably meant. */
  readonly nearest?: string;
}

/**
 * The controller writes far fewer fields. More differences mean that the API server has dropped parts of the manifest, and
 * trying each entry would take minutes.
 */
const maxPatterns = 40;

/** Everything in an object that differs from Git at any of several moments. */
export function ownedBy(
  moments: readonly { readonly git: unknown; readonly live: unknown }[],
  /** Strings that change in each rollout, such as pod hashes. */
  passing: readonly string[] = [],
): Owned {
  const git = moments[0]?.git;
  const found = distinctJson(moments.flatMap((moment) => changes(moment.git, moment.live)));
  const passes = passingTest(passing);
  const obstacles: Obstacle[] = [];
  const stop = (kind: Obstacle['kind'], { path }: Pick<FieldChange, 'path'>): void => {
    obstacles.push({ kind, path, where: namedPath(git, path) });
  };

  const groups = new Map<string, Group>();
  const widerGroups = new Map<string, Group>();
  const owned = new Set<string>();
  for (const change of found) {
    if (change.kind === 'dropped' || change.kind === 'reordered') {
      stop(change.kind, change);
      continue;
    }
    if (change.kind === 'inserted') {
      const where = tellingText(change, moments, passes);
      if (where) addPath(groups, change.path, where);
      else stop('nameless', change);
      continue;
    }
    if (change.path.some((step) => typeof step === 'string' && passes(step))) {
      stop('nameless', change);
      continue;
    }
    if (change.kind !== 'added') owned.add(JSON.stringify(change.path));
    const inner = change.kind === 'added' && isMap(change.live) ? innerPaths(change.live) : [];
    if (inner.length > 0) {
      addPath(widerGroups, change.path);
      for (const path of inner) addPath(groups, [...change.path, ...path]);
    } else addPath(groups, change.path);
  }

  const patternsOf = (all: ReadonlyMap<string, Group>): Pattern[] =>
    [...all.values()].flatMap((group) => {
      const built = build(group, git, moments);
      if (!built) {
        const [first = []] = group.paths;
        stop('indistinct', { path: first });
        return [];
      }
      return built;
    });
  const isMany = groups.size + widerGroups.size > maxPatterns;
  if (isMany) stop('many', { path: [] });
  return {
    patterns: isMany ? [] : patternsOf(groups),
    wider: isMany ? [] : patternsOf(widerGroups),
    obstacles: distinctJson(obstacles),
    owns: (path) => path.some((_, index) => owned.has(JSON.stringify(path.slice(0, index + 1)))),
  };
}

/** Changes with the same keys, whatever list elements are on the path. */
interface Group {
  readonly paths: (readonly Step[])[];
  /** What identifies elements that only the live list has, if the paths are those of lists. */
  readonly where: PatternStep | undefined;
}

function addPath(groups: Map<string, Group>, path: readonly Step[], where?: PatternStep): void {
  const shape = path.map((step) => (typeof step === 'number' ? 0 : step));
  const key = JSON.stringify([shape, where]);
  const group = groups.get(key);
  if (!group) groups.set(key, { paths: [path], where });
  else if (!group.paths.some((other) => JSON.stringify(other) === JSON.stringify(path)))
    group.paths.push(path);
}

/** The patterns that select all paths of a group and nothing else in Git; undefined if there are none. */
function build(
  { paths, where }: Group,
  git: unknown,
  moments: readonly { readonly live: unknown }[],
): readonly Pattern[] | undefined {
  const tail = where ? [where] : [];
  if (where && paths.length > 0) {
    // An expression for what Git lacks may look into every element: it selects nothing of Git.
    const everywhere = [...(paths[0] ?? []).map(anyElement), where];
    if (reach(everywhere, git).length === 0) return [everywhere];
  }

  const from = (at: number, chains: readonly (readonly Step[])[]): readonly Pattern[] | undefined => {
    const [first = []] = chains;
    if (at === first.length) return [tail];
    const step = first[at];
    if (typeof step === 'string') return from(at + 1, chains)?.map((pattern) => [{ key: step }, ...pattern]);

    const list = valueAt(git, first.slice(0, at));
    if (!Array.isArray(list)) return undefined;
    const byElement = new Map<number, (readonly Step[])[]>();
    for (const chain of chains) {
      const index = chain[at];
      if (typeof index !== 'number') return undefined;
      byElement.set(index, [...(byElement.get(index) ?? []), chain]);
    }
    const built = [...byElement].map(([index, some]) => ({ index, patterns: from(at + 1, some) }));
    const [one] = built;
    const others = [...list.keys()].filter((index) => !byElement.has(index));
    const patterns = one?.patterns;
    if (!patterns) return undefined;
    const areSame = built.every((other) => JSON.stringify(other.patterns) === JSON.stringify(patterns));
    const isForeign = (index: number): boolean =>
      patterns.some((pattern) => reach(parentPattern(pattern), list[index] as unknown).length > 0);
    if (areSame && !others.some(isForeign)) return patterns.map((pattern) => [{ each: true }, ...pattern]);

    const all: Pattern[] = [];
    for (const { index, patterns: inner } of built) {
      const choice = choosePattern(list, index, first.slice(0, at), moments);
      if (!inner || !choice) return undefined;
      all.push(...inner.map((pattern) => [choice, ...pattern]));
    }
    return all;
  };
  return from(0, paths);
}

/**
 * What distinguishes an element of a list in Git from the others: its name, another string, or its position if that is stable.
 */
function choosePattern(
  list: readonly unknown[],
  index: number,
  path: readonly Step[],
  moments: readonly { readonly live: unknown }[],
): PatternStep | undefined {
  const lists = moments
    .map(({ live }) => valueAt(live, path))
    .filter(Array.isArray) as (readonly unknown[])[];
  const isOnly = ({ where, equals }: { where: readonly string[]; equals: string }): boolean =>
    [list, ...lists].every((all) => all.filter((other) => valueAt(other, where) === equals).length <= 1);
  const text = textsOf(list[index]).find(isOnly);
  if (text) return text;
  return lists.every(({ length }) => length === list.length) ? { index } : undefined;
}

/** The strings in an element, first those that usually identify elements. */
function textsOf(element: unknown): readonly { where: readonly string[]; equals: string }[] {
  return innerPaths(element)
    .map((where) => ({ where, equals: valueAt(element, where) }))
    .filter((step): step is { where: readonly string[]; equals: string } => typeof step.equals === 'string')
    .filter(({ equals }) => equals !== '')
    .sort((left, right) => keyRank(left.where) - keyRank(right.where));
}

function anyElement(step: Step): PatternStep {
  return typeof step === 'number' ? { each: true } : { key: step };
}

/** If a pattern ends in a key: the pattern of the map that contains it. */
function parentPattern(pattern: Pattern): Pattern {
  const last = pattern.at(-1);
  return last && 'key' in last && pattern.length > 1 ? pattern.slice(0, -1) : pattern;
}

/** A string in an element that only the live list has, which is the same in every rollout and in no element of Git. */
function tellingText(
  { path, live }: FieldChange,
  moments: readonly { readonly git: unknown }[],
  passes: (text: string) => boolean,
): PatternStep | undefined {
  const everywhere = path.map(anyElement);
  return textsOf(live)
    .filter(({ equals }) => !passes(equals))
    .find((step) => moments.every(({ git }) => reach([...everywhere, step], git).length === 0));
}

/** Names come first, then values at a lower depth. */
function keyRank(where: readonly string[]): number {
  return where.length + (where.at(-1) === 'name' ? 0 : 100);
}

/** The paths of keys in a map that lead to single values or to whole lists. */
function innerPaths(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (!isMap(value) || Object.keys(value).length === 0) return path.length === 0 ? [] : [path];
  return Object.entries(value).flatMap(([key, item]) => innerPaths(item, [...path, key]));
}

/** Tests whether a string contains one of several words. */
function passingTest(words: readonly string[]): (text: string) => boolean {
  if (words.length === 0) return () => false;
  const pattern = new RegExp(
    `(?<![A-Za-z0-9])(?:${words.map((word) => word.replaceAll(/[^\w]/g, String.raw`\$&`)).join('|')})(?![A-Za-z0-9])`,
  );
  return (text) => pattern.test(text);
}

function distinctJson<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
