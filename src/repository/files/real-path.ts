import { lstatSync, realpathSync } from './disk.js';

/** Where a path leads; undefined for a link that leads nowhere or to itself. */
export function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

/** Whether a path is a symbolic link, wherever it leads. */
export function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
