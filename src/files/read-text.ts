import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

/** Manifests are far smaller, and the tree of a larger one would not fit into memory. */
const maxBytes = 64 * 2 ** 20;

/** Almost every file fits; reading into the same memory again and again is faster than `readFileSync`. */
let buffer: Buffer | undefined;

/** The text of a regular file; throws when it cannot be read. */
export function readText(file: string): string {
  buffer ??= Buffer.allocUnsafeSlow(2 ** 16);
  const descriptor = openSync(file, 'r');
  try {
    // A regular file gives all it has at once: a buffer that is not full has reached its end.
    const length = readSync(descriptor, buffer, 0, buffer.length, null);
    if (length < buffer.length) return buffer.toString('utf8', 0, length);
    if (fstatSync(descriptor).size > maxBytes) throw new TooLargeError();
  } finally {
    closeSync(descriptor);
  }
  return readFileSync(file, 'utf8');
}

class TooLargeError extends Error {
  override readonly message = `it is larger than ${maxBytes / 2 ** 20} MB, and no manifest is.`;
}
