import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { cannotRepeat } from '../../model/repeatable.js';
import type { Boundary } from './boundary.js';
import { decode } from './decode.js';
import { statSync } from './disk.js';
import { failure, hashOf, recording, type Stamp, stampOf } from './recording.js';

/** Manifests are far smaller, and the tree of a larger file would not fit into memory. */
export const maxBytes = 64 * 2 ** 20;

/** Almost every file fits; reading into the same buffer is faster than `readFileSync`. */
let buffer: Buffer | undefined;

// Neither waits for the writer of a pipe nor follows a link that has replaced the file since it was examined. Windows has neither
// flag.
const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants as Partial<typeof constants>;
const flags = (O_RDONLY ?? 0) | O_NONBLOCK | O_NOFOLLOW;

/**
 * The content of a regular file; throws for a file that cannot be read and for everything else: a symbolic link, a folder, a
 * pipe, a device. The path was found in a folder, or resolved by a Boundary.
 */
export function readText(file: string): string {
  return decode(bytesOf(file));
}

/**
 * The same for a manifest, which a change is followed from; what is read for another reason changes anything. Throws for one
 * outside, too, as if a folder on the way has become a link since it was found.
 */
export function readManifest(file: string, boundary: Boundary): string {
  return decode(bytesOf(file, { as: 'manifest', boundary }));
}

/** The bytes of a regular file, under the same conditions. */
export function readBytes(file: string, boundary?: Boundary): Buffer {
  return Buffer.from(bytesOf(file, { boundary }));
}

interface Reading {
  readonly as?: 'text' | 'manifest';
  /** Where the file has to be; anywhere without it. */
  readonly boundary?: Boundary;
}

/** They stay valid until the next file is read. */
function bytesOf(file: string, { as = 'text', boundary }: Reading = {}): Buffer {
  const into = recording();
  if (!into) return readNow(file, boundary);
  try {
    let stamp: Stamp | undefined;
    const bytes = readNow(file, boundary, (its) => (stamp = its));
    into.note(as, file, hashOf(bytes), stamp);
    return bytes;
  } catch (error) {
    into.note(as, file, failure(error));
    throw error;
  }
}

/** The bytes of a regular file and its stamp, for a caller that notes what it reads in them. */
export function bytesNow(file: string): { readonly bytes: Buffer; readonly stamp: Stamp } {
  let stamp: Stamp | undefined;
  const bytes = Buffer.from(readNow(file, undefined, (its) => (stamp = its)));
  return { bytes, stamp: stamp! };
}

/** The content of a file as a recording has it, read again, and its stamp. */
export function contentNow(file: string): { readonly answer: string; readonly stamp: Stamp | undefined } {
  let stamp: Stamp | undefined;
  try {
    return { answer: hashOf(readNow(file, undefined, (its) => (stamp = its))), stamp };
  } catch (error) {
    return { answer: failure(error), stamp: undefined };
  }
}

function readNow(file: string, boundary?: Boundary, onStamp?: (stamp: Stamp) => void): Buffer {
  const descriptor = open(file);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile())
      throw new UnreadableError(`it is ${stats.isDirectory() ? 'a folder' : 'not a file'}.`);
    if (boundary?.holds(descriptor, file) === false) throw new OutsideError();
    if (stats.size > maxBytes) throw new TooLargeError();
    onStamp?.(stampOf(stats));
    buffer ??= Buffer.allocUnsafeSlow(2 ** 16);
    // A regular file returns everything at once: a buffer that is not full has reached its end.
    const length = readSync(descriptor, buffer, 0, buffer.length, null);
    if (length < buffer.length) return buffer.subarray(0, length);
    return readOn(descriptor, [Buffer.from(buffer)]);
  } finally {
    closeSync(descriptor);
  }
}

/** A regular file of which parts are read; it stays the same one if another takes its name. Throws for everything else. */
export class OpenFile {
  private readonly descriptor: number;

  constructor(file: string) {
    this.descriptor = open(file);
    if (fstatSync(this.descriptor).isFile()) return;
    this.close();
    throw new UnreadableError('it is not a file.');
  }

  /** Some bytes, or fewer if the file ends before. */
  part(start: number, length: number): Buffer {
    // A buffer of its own, so that numbers in it are aligned.
    const bytes = Buffer.from(new ArrayBuffer(length));
    let done = 0;
    while (done < length) {
      const count = readSync(this.descriptor, bytes, done, length - done, start + done);
      if (count === 0) break;
      done += count;
    }
    return bytes.subarray(0, done);
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

function open(file: string): number {
  try {
    return openSync(file, flags);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A pipe without a reader or a socket; the target of a link is not examined.
    if (code === 'ENXIO') throw new UnreadableError('it is not a file.');
    if (code === 'ELOOP' || code === 'EMLINK') throw new UnreadableError('it is a symbolic link.');
    throw error;
  }
}

/** The content of a UTF-16 file whose bytes the caller read as UTF-8; undefined for any other content, such as an unsaved one. */
export function wideText(file: string, misread: string): string | undefined {
  // A byte order mark of UTF-16 is invalid in UTF-8.
  if (!misread.startsWith('\uFFFD\uFFFD')) return undefined;
  try {
    const bytes = readBytes(file);
    const text = decode(bytes);
    return text.startsWith('\uFEFF') && bytes.toString('utf8') === misread ? text : undefined;
  } catch {
    return undefined;
  }
}

/** The content of a file that the checkout refers to; throws for one outside, too. */
export function readWithin(boundary: Boundary, file: string): string {
  const resolved = boundary.resolve(file);
  if (resolved === undefined) throw isCircle(file) ? new CircleError() : new OutsideError();
  return decode(bytesOf(resolved, { boundary }));
}

/** The whole content of an argument such as a pipe; a descriptor or a path. */
export function readStream(input: number | string): string {
  cannotRepeat(); // It can be read only once.
  const descriptor = typeof input === 'number' ? input : openSync(input, 'r');
  try {
    return decode(readOn(descriptor, []));
  } finally {
    if (descriptor !== input) closeSync(descriptor);
  }
}

/** What was read already, and the rest. */
function readOn(descriptor: number, chunks: Buffer[]): Buffer {
  let size = chunks.reduce((sum, { length }) => sum + length, 0);
  for (;;) {
    const chunk = Buffer.allocUnsafe(Math.max(2 ** 16, Math.min(size, 2 ** 22)));
    const length = readSync(descriptor, chunk, 0, chunk.length, null);
    if (length === 0) return Buffer.concat(chunks, size);
    size += length;
    if (size > maxBytes) throw new TooLargeError();
    chunks.push(chunk.subarray(0, length));
  }
}

/** Why a file is not read, as a phrase after its name. */
class UnreadableError extends Error {}

class TooLargeError extends UnreadableError {
  override readonly message = `it is larger than ${maxBytes / 2 ** 20} MB, which is too large for a manifest.`;
}

/** The file is outside of the Boundary. */
export class OutsideError extends UnreadableError {
  override readonly message = 'it leads out of the repository.';
}

class CircleError extends UnreadableError {
  override readonly message = 'it is a symbolic link that leads back to itself.';
}

/** Whether a path consists of a cycle of symbolic links. */
export function isCircle(file: string): boolean {
  try {
    statSync(file);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ELOOP';
  }
  return false;
}

/** Why a file could not be read, as a phrase. */
export function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'file or folder not found.';
  if (code === 'EACCES' || code === 'EPERM')
    return 'permission denied; make it readable for the current user.';
  if (code === 'ELOOP') return new CircleError().message;
  if (code === 'EISDIR') return 'it is a folder.';
  if (code === 'ERR_STRING_TOO_LONG' || code === 'ERR_FS_FILE_TOO_LARGE')
    return 'it is too large to be read.';
  return error instanceof Error ? error.message : String(error);
}
