import type { Boundary } from '../repository/files/boundary.js';
import { isUnwritten, removeFile, replaceFile, UnwrittenError, writeNew } from '../repository/files/write.js';

/** A file with the text that it has and the one that it gets; undefined for none. */
interface Change {
  readonly path: string;
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Writes all files or none: what was written before one that cannot be is put back. */
export function writeChanges(changes: readonly Change[], boundary: Boundary): void {
  const done: Change[] = [];
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

/** Puts back what was there before. */
export function undoChanges(changes: readonly Change[], boundary: Boundary): void {
  for (const { before, after, ...file } of changes.toReversed())
    apply({ ...file, before: after, after: before }, boundary);
}

function apply({ path, before, after }: Change, boundary: Boundary): void {
  if (after === undefined) removeFile(boundary, path);
  else if (before === undefined) writeNew(boundary, path, after);
  else replaceFile(boundary, path, after);
}
