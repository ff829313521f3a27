import { closeSync, constants, openSync, readlinkSync } from 'node:fs';

/** Of Linux; Node does not name it. It opens a place without reading: no permission is needed, and no pipe is waited for. */
const O_PATH = 0o10000000;

/** The path without links of what a descriptor has open; undefined where the system does not tell it. */
export function pathOfOpen(descriptor: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return undefined; // Nothing is mounted at /proc, or the path is longer than a link may be.
  }
}

/** A path as the system tells it of what is open; undefined where it does not, and for what does not exist. */
export function openPathOf(file: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, constants.O_RDONLY | O_PATH);
    return pathOfOpen(descriptor);
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
