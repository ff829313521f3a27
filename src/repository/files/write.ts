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
import type { Boundary } from './boundary.js';
import { encodedAs } from './decode.js';
import { OutsideError, reason } from './read-text.js';

/** A file is as it was before; the message says why in words that follow its name. */
export class UnwrittenError extends Error {
  override readonly name = 'UnwrittenError';
}

/** Commands that are loaded when they are called have a class of their own. */
export function isUnwritten(error: unknown): error is UnwrittenError {
  return error instanceof Error && error.name === 'UnwrittenError';
}

/** A text, or its parts in order where they may be more than fits into one. */
export type Text = string | Iterable<string>;

/**
 * Gives a file another text, all at once: whoever reads it meanwhile or after a crash gets the old one or the new one.
 * Through a symbolic link it is what that leads to that changes, unless that is outside.
 */
export function replaceFile(boundary: Boundary, file: string, text: Text): void {
  inWords(() => {
    const target = resolved(boundary, file);
    const before = statSync(target);
    if (!before.isFile())
      throw new UnwrittenError(`it is ${before.isDirectory() ? 'a folder' : 'not a file'}.`);
    put(boundary, target, typeof text === 'string' ? [encodedAs(text, startOf(target))] : text, before);
  });
}

/** The first bytes of a file, which tell its encoding. */
function startOf(file: string): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(2);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, null));
  } finally {
    closeSync(descriptor);
  }
}

/** Writes a file that is not there yet, and the folders above it: afterwards it is there as a whole or not at all. */
export function writeNew(boundary: Boundary, file: string, text: Text): void {
  inWords(() => {
    const target = resolved(boundary, file);
    makeFolders(path.dirname(target));
    // A link that leads nowhere yet is somebody's, too.
    if (lstatSync(file, { throwIfNoEntry: false })) throw new UnwrittenError('it already exists.');
    put(boundary, target, text, undefined);
  });
}

/** Takes a file away. What a link leads to stays, as with `rm`. */
export function removeFile(boundary: Boundary, file: string): void {
  inWords(() => {
    const folder = resolved(boundary, path.dirname(file));
    inFolderOf(path.join(folder, path.basename(file)), boundary, (opened) => {
      rmSync(path.join(opened, path.basename(file)));
    });
  });
}

/** Writes a file, all at once, whether it is there or not. */
export function writeWhole(boundary: Boundary, file: string, text: Text): void {
  if (lstatSync(file, { throwIfNoEntry: false })) replaceFile(boundary, file, text);
  else writeNew(boundary, file, text);
}

/** One by one: with `recursive` Node says of a read-only file system that there is no such folder. */
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

/** The text goes into a file of its own, which then takes the name of the other: the system does that in one piece. */
function put(
  boundary: Boundary,
  target: string,
  text: string | Iterable<string | Buffer>,
  before: Stats | undefined,
): void {
  inFolderOf(target, boundary, (folder) => {
    // Nobody can have put a file or a link there: the name is new, and what there is is not opened (`wx`).
    const temporary = path.join(folder, `.rolloutkit-${crypto.randomUUID()}.tmp`);
    const descriptor = openSync(temporary, 'wx', before ? 0o600 : 0o666);
    try {
      try {
        for (const part of typeof text === 'string' ? [text] : text) writeFileSync(descriptor, part);
        if (before) keepAccess(descriptor, before);
        // Some file systems find out now that they are full, and after a power cut the name must not lead to nothing.
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

/** Linux names a folder that is open: what is done there stays there, whatever its path leads to meanwhile. */
function inFolderOf(target: string, boundary: Boundary, write: (folder: string) => void): void {
  const folder = path.dirname(target);
  if (process.platform !== 'linux') return write(folder);
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const opened = `/proc/self/fd/${descriptor}`;
    if (!existsSync(opened)) return write(folder); // No /proc in this container.
    const file = path.join(readlinkSync(opened), path.basename(target));
    if (boundary.resolve(file) !== file) throw new OutsideError();
    write(opened);
  } finally {
    closeSync(descriptor);
  }
}

/** Who owns a file, such as one in a container that runs as root, and who may read and run it. */
function keepAccess(descriptor: number, { uid, gid, mode }: Stats): void {
  try {
    fchownSync(descriptor, uid, gid);
  } catch {
    // It is another user's, who lets us write: the new file is ours.
  }
  fchmodSync(descriptor, mode & 0o7777);
}

function inWords(write: () => void): void {
  try {
    write();
  } catch (error) {
    throw error instanceof UnwrittenError ? error : new UnwrittenError(why(error), { cause: error });
  }
}

/** Why a file could not be written, in words. */
function why(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied.';
  if (code === 'EROFS') return 'its file system is read-only.';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'no space left on the device.';
  if (code === 'EFBIG') return 'it exceeds the file size limit.';
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'a part of its path is a file.';
  return reason(error);
}
