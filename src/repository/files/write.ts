import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { cannotRepeat } from '../../model/repeatable.js';
import type { Boundary } from './boundary.js';
import { encodedAs } from './decode.js';
import { OutsideError, reason } from './read-text.js';

/** A file was not changed; the message says why as a phrase after its name. */
export class UnwrittenError extends Error {
  override readonly name = 'UnwrittenError';
}

/** Lazily loaded bundles have their own copy of this class. */
export function isUnwritten(error: unknown): error is UnwrittenError {
  return error instanceof Error && error.name === 'UnwrittenError';
}

/** A string, or its parts in order if they may exceed the longest string. */
export type Text = string | Iterable<string>;

/**
 * Replaces the content of a file atomically: other processes see the old or the new content, also after a crash. Through a
 * symbolic link its target is replaced, unless that is outside.
 */
export function replaceFile(boundary: Boundary, file: string, text: Text): void {
  withReason(() => {
    const target = resolved(boundary, file);
    const before = statSync(target);
    if (!before.isFile())
      throw new UnwrittenError(`it is ${before.isDirectory() ? 'a folder' : 'not a file'}.`);
    put(boundary, target, typeof text === 'string' ? [encodedAs(text, firstBytes(target))] : text, before);
  });
}

/** The first bytes of a file, which show its encoding. */
function firstBytes(file: string): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(2);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, null));
  } finally {
    closeSync(descriptor);
  }
}

/** Creates a file and the folders above it: afterwards it exists as a whole or not at all. */
export function writeNew(boundary: Boundary, file: string, text: Text): void {
  withReason(() => {
    const target = resolved(boundary, file);
    makeFolders(path.dirname(target));
    // A link to a file that does not exist yet also counts as existing.
    if (lstatSync(file, { throwIfNoEntry: false })) throw new UnwrittenError('it already exists.');
    put(boundary, target, text, undefined);
  });
}

/** Removes a file. The target of a link stays, as with `rm`. */
export function removeFile(boundary: Boundary, file: string): void {
  withReason(() => {
    const folder = resolved(boundary, path.dirname(file));
    inFolderOf(path.join(folder, path.basename(file)), boundary, (opened) => {
      rmSync(path.join(opened, path.basename(file)));
    });
  });
}

/** Writes a file atomically, whether it exists or not. */
export function writeWhole(boundary: Boundary, file: string, text: Text): void {
  if (lstatSync(file, { throwIfNoEntry: false })) replaceFile(boundary, file, text);
  else writeNew(boundary, file, text);
}

/** One by one, because with `recursive` Node reports ENOENT for a read-only file system. */
function makeFolders(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })) return;
  makeFolders(path.dirname(folder));
  mkdirSync(folder);
}

function resolved(boundary: Boundary, file: string): string {
  const target = boundary.resolve(file);
  if (target === undefined) throw new OutsideError();
  return target;
}

/** The content goes into a temporary file, which is then renamed: the system does that atomically. */
function put(
  boundary: Boundary,
  target: string,
  text: string | Iterable<string | Buffer>,
  before: Stats | undefined,
): void {
  inFolderOf(target, boundary, (folder) => {
    // The name is new and `wx` opens no existing file, so an attacker cannot have placed a file or link there.
    const temporary = path.join(folder, `.rolloutkit-${crypto.randomUUID()}.tmp`);
    const descriptor = openSync(temporary, 'wx', before ? 0o600 : 0o666);
    try {
      try {
        for (const part of typeof text === 'string' ? [text] : text) writeFileSync(descriptor, part);
        if (before) keepAccess(descriptor, before);
        // Some file systems only report now that they are full, and after a power failure the name must not lead to an empty
        // file.
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      renameSync(temporary, path.join(folder, path.basename(target)));
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  });
}

/** Linux can refer to a folder by its descriptor: operations stay in it, whatever its path leads to meanwhile. */
function inFolderOf(target: string, boundary: Boundary, write: (folder: string) => void): void {
  const folder = path.dirname(target);
  if (process.platform !== 'linux') return write(folder);
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const opened = `/proc/self/fd/${descriptor}`;
    if (!existsSync(opened)) return write(folder); // A container without /proc.
    const file = path.join(readlinkSync(opened), path.basename(target));
    if (boundary.resolve(file) !== file) throw new OutsideError();
    write(opened);
  } finally {
    closeSync(descriptor);
  }
}

/** Keeps owner and permissions of a file, for example in a container that runs as root. */
function keepAccess(descriptor: number, { uid, gid, mode }: Stats): void {
  try {
    fchownSync(descriptor, uid, gid);
  } catch {
    // Another user owns it and lets us write: the new file is ours.
  }
  fchmodSync(descriptor, mode & 0o7777);
}

function withReason(write: () => void): void {
  cannotRepeat();
  try {
    write();
  } catch (error) {
    throw error instanceof UnwrittenError ? error : new UnwrittenError(why(error), { cause: error });
  }
}

/** Why a file could not be written, as a phrase. */
function why(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied.';
  if (code === 'EROFS') return 'its file system is read-only.';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'no space left on the device.';
  if (code === 'EFBIG') return 'it exceeds the file size limit.';
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'a part of its path is a file.';
  return reason(error);
}
