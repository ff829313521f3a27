import { isSameJson } from '../../kubernetes/objects/json.js';

/** The files of one state of the repository. */
export interface RepositoryState {
  /** The text of a file; undefined if the state does not have it. */
  text(path: string): string | undefined;
  /** The path that a file of today has in the state, because it may have been renamed since. */
  named(path: string): string;
}

/** An earlier state of the repository, and the one that Git has once the edited files are committed. */
export interface TwoStates {
  readonly before: RepositoryState;
  readonly now: RepositoryState;
  /** The files below a folder that differ between the two states, without the edits. */
  changedBelow(folder: string): readonly string[];
}

/** Something that decides about the pods, differs from the earlier state, and stays as it is. */
export interface OtherDifference {
  /** The absolute path of the file in which it stands. */
  readonly path: string;
  /** The field or setting; undefined for the content of the file. */
  readonly what: string | undefined;
  /** Whether the pods are those of another revision, rather than perhaps. */
  readonly isSure: boolean;
}

/** What a file of a state says about the pods, without regard to where else they are described. */
export interface Influence {
  /** The same for the same setting in each state, whatever the names of files. */
  readonly key: string;
  readonly what: string;
  readonly path: string;
  readonly isSure: boolean;
  /** The setting in the file, unchanged. */
  readonly declared: unknown;
  /** What it means, with the contents of the files that it names. */
  readonly content: unknown;
  /** The meaning of each of these files. */
  readonly parts: ReadonlyMap<string, unknown>;
}

/** The differences between what two states say about the pods. */
export function influencesThatDiffer(
  before: readonly Influence[],
  now: readonly Influence[],
): readonly OtherDifference[] {
  const [old, current] = [byKey(before), byKey(now)];
  return [...new Set([...current.keys(), ...old.keys()])].flatMap((key) =>
    differencesOf(old.get(key) ?? [], current.get(key) ?? []),
  );
}

function byKey(influences: readonly Influence[]): ReadonlyMap<string, readonly Influence[]> {
  const found = new Map<string, Influence[]>();
  for (const one of influences) found.set(one.key, [...(found.get(one.key) ?? []), one]);
  return found;
}

function differencesOf(old: readonly Influence[], current: readonly Influence[]): readonly OtherDifference[] {
  const wholes = [old, current].map((list) => list.map(({ content }) => content));
  if (isSameJson(wholes[0], wholes[1])) return [];
  if (old.length !== current.length) {
    const [shown] = current.length > 0 ? current : old;
    return shown ? [shown] : [];
  }
  return current.flatMap((one, index): readonly OtherDifference[] => {
    const then = old[index];
    if (!then || isSameJson(then.content, one.content)) return [];
    if (!isSameJson(then.declared, one.declared)) return [one];
    const files = [...one.parts].filter(([path, part]) => !isSameJson(part, then.parts.get(path)));
    if (files.length === 0) return [one];
    return files.map(([path]) => ({ path, what: undefined, isSure: one.isSure }));
  });
}
