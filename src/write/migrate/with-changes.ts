import type { Source } from '../../model/source.js';
import type { FileChange } from './files.js';

/** Combines two changes of the same file. */
export function joinedChanges(
  one: readonly FileChange[],
  other: readonly FileChange[],
): readonly FileChange[] {
  const all = new Map(one.map((change) => [change.path, change]));
  for (const change of other)
    all.set(change.path, { ...change, before: (all.get(change.path) ?? change).before });
  return [...all.values()];
}

/** The sources with changes applied; deleted files are empty, because they still exist on disk. */
export function withChanges(sources: readonly Source[], changes: readonly FileChange[]): readonly Source[] {
  const left = new Map(changes.map((change) => [change.path, change]));
  const kept = sources.flatMap((source): readonly Source[] => {
    const change = left.get(source.path);
    if (!change) return [source];
    left.delete(source.path);
    const { after = '' } = change;
    return [{ path: source.path, name: source.name, isEdited: true, read: () => after }];
  });
  const added = [...left.values()].flatMap(({ path, name, after }): readonly Source[] =>
    after === undefined ? [] : [{ path, name, isEdited: true, read: () => after }],
  );
  return [...kept, ...added];
}
