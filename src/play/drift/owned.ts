import { isMap } from '../../kubernetes/objects/json.js';
import { type Change, changes, inWords, type Step, valueAt } from './changes.js';
import { type Pattern, type PatternStep, reach } from './pattern.js';

/** Ways to all that the controller writes into an object, and what no way leads to. */
export interface Owned {
  /** The ways to try first: each leads to as little as possible. */
  readonly patterns: readonly Pattern[];
  /** Ways to whole maps that Git does not have, for diffs that mind an empty one. */
  readonly wider: readonly Pattern[];
  readonly obstacles: readonly Obstacle[];
  /** Whether the controller writes, or takes away, what a path of Git leads to. */
  owns(path: readonly Step[]): boolean;
}

/** Something that the controller does to an object and that no entry can leave to it alone. */
export interface Obstacle {
  readonly kind:
    /** It takes an element of Git out of a list. */
    | 'dropped'
    /** It orders a list of Git in another way. */
    | 'reordered'
    /** It adds an element that nothing lasting tells from the others. */
    | 'nameless'
    /** The key or element that it writes cannot be told from those of Git. */
    | 'indistinct'
    /** What is different there is none of its doing. */
    | 'foreign'
    /** Git leaves out a key of list elements, and Argo CD does not know what the API server fills in. */
    | 'keyless'
    /** It is different in more fields than anybody lists. */
    | 'many'
    /** The API server drops it, for the kind has no such field. */
    | 'unknown'
    /** The API server sets it itself. */
    | 'its-own'
    /** The controller writes another one in each update. */
    | 'controllers';
  readonly path: readonly Step[];
  /** The path with elements by their names. */
  readonly where: string;
  /** The field that was probably meant. */
  readonly nearest?: string;
}

/**
 * The controller writes into far fewer fields. What differs in more of them is a manifest that the API server has cut, and
 * to try what each entry hides would take minutes.
 */
const maxPatterns = 40;

/** All of an object that differs from Git at one of several moments. */
export function ownedBy(
  moments: readonly { readonly git: unknown; readonly live: unknown }[],
  /** Texts that are others in each rollout, such as pod hashes. */
  passing: readonly string[] = [],
): Owned {
  const git = moments[0]?.git;
  const found = distinct(moments.flatMap((moment) => changes(moment.git, moment.live)));
  const passes = passingTest(passing);
  const obstacles: Obstacle[] = [];
  const stop = (kind: Obstacle['kind'], { path }: Pick<Change, 'path'>): void => {
    obstacles.push({ kind, path, where: inWords(git, path) });
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
      if (where) add(groups, change.path, where);
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
      add(widerGroups, change.path);
      for (const path of inner) add(groups, [...change.path, ...path]);
    } else add(groups, change.path);
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
    obstacles: distinct(obstacles),
    owns: (path) => path.some((_, index) => owned.has(JSON.stringify(path.slice(0, index + 1)))),
  };
}

/** Changes of one shape: the same keys, whatever the elements of lists on the way. */
interface Group {
  readonly paths: (readonly Step[])[];
  /** What tells elements that only the live list has, where the paths are those of lists. */
  readonly where: PatternStep | undefined;
}

function add(groups: Map<string, Group>, path: readonly Step[], where?: PatternStep): void {
  const shape = path.map((step) => (typeof step === 'number' ? 0 : step));
  const key = JSON.stringify([shape, where]);
  const group = groups.get(key);
  if (!group) groups.set(key, { paths: [path], where });
  else if (!group.paths.some((other) => JSON.stringify(other) === JSON.stringify(path)))
    group.paths.push(path);
}

/** The patterns that lead to all paths of a group and to nothing else in Git; undefined where there are none. */
function build(
  { paths, where }: Group,
  git: unknown,
  moments: readonly { readonly live: unknown }[],
): readonly Pattern[] | undefined {
  const tail = where ? [where] : [];
  if (where && paths.length > 0) {
    // What only the live object has may be looked for everywhere.
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
      patterns.some((pattern) => reach(parentOf(pattern), list[index] as unknown).length > 0);
    if (areSame && !others.some(isForeign)) return patterns.map((pattern) => [{ each: true }, ...pattern]);

    const all: Pattern[] = [];
    for (const { index, patterns: inner } of built) {
      const choice = choose(list, index, first.slice(0, at), moments);
      if (!inner || !choice) return undefined;
      all.push(...inner.map((pattern) => [choice, ...pattern]));
    }
    return all;
  };
  return from(0, paths);
}

/** What tells one element of a list of Git from the others: its name, another text, else its place if that stays the same. */
function choose(
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

/** The single texts in an element, those first by which people tell elements apart. */
function textsOf(element: unknown): readonly { where: readonly string[]; equals: string }[] {
  return innerPaths(element)
    .map((where) => ({ where, equals: valueAt(element, where) }))
    .filter((step): step is { where: readonly string[]; equals: string } => typeof step.equals === 'string')
    .filter(({ equals }) => equals !== '')
    .sort((left, right) => rank(left.where) - rank(right.where));
}

function anyElement(step: Step): PatternStep {
  return typeof step === 'number' ? { each: true } : { key: step };
}

/** Where a pattern ends in a key: the way to the map that has it. */
function parentOf(pattern: Pattern): Pattern {
  const last = pattern.at(-1);
  return last && 'key' in last && pattern.length > 1 ? pattern.slice(0, -1) : pattern;
}

/** A text in an element that only the live list has, by which it is known in every rollout and no element of Git is. */
function tellingText(
  { path, live }: Change,
  moments: readonly { readonly git: unknown }[],
  passes: (text: string) => boolean,
): PatternStep | undefined {
  const everywhere = path.map(anyElement);
  return textsOf(live)
    .filter(({ equals }) => !passes(equals))
    .find((step) => moments.every(({ git }) => reach([...everywhere, step], git).length === 0));
}

/** A name before all else, and what is near before what lies deep. */
function rank(where: readonly string[]): number {
  return where.length + (where.at(-1) === 'name' ? 0 : 100);
}

/** The paths of keys in a map that lead to single values, or to lists as wholes. */
function innerPaths(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (!isMap(value) || Object.keys(value).length === 0) return path.length === 0 ? [] : [path];
  return Object.entries(value).flatMap(([key, item]) => innerPaths(item, [...path, key]));
}

/** Whether a text has one of several words in it. */
function passingTest(words: readonly string[]): (text: string) => boolean {
  if (words.length === 0) return () => false;
  const pattern = new RegExp(
    `(?<![A-Za-z0-9])(?:${words.map((word) => word.replaceAll(/[^\w]/g, String.raw`\$&`)).join('|')})(?![A-Za-z0-9])`,
  );
  return (text) => pattern.test(text);
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
