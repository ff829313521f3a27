import type { Boundary } from '../repository/files/boundary.js';
import { isUnwritten, removeFile, replaceFile, UnwrittenError, writeNew } from '../repository/files/write.js';
import type { FileChange } from '../write/migrate/files.js';

/** Writes all files or none: if a file cannot be written, restores the earlier ones. */
export function writeChanges(changes: readonly FileChange[], boundary: Boundary): void {
  const done: FileChange[] = [];
  for (const change of changes)
    try {
      apply(change, boundary);
      done.push(change);
    } catch (error) {
      if (!isUnwritten(error)) throw error;
      undoChanges(done, boundary);
      throw new UnwrittenError(`${change.name} cannot be written: ${error.message}`);
    }
}

/** Restores the old texts. */
export function undoChanges(changes: readonly FileChange[], boundary: Boundary): void {
  for (const { before, after, ...file } of changes.toReversed())
    apply({ ...file, before: after, after: before }, boundary);
}

function apply({ path, before, after }: FileChange, boundary: Boundary): void {
  if (after === undefined) removeFile(boundary, path);
  else if (before === undefined) writeNew(boundary, path, after);
  else replaceFile(boundary, path, after);
}
