import path from 'node:path';
import { lstatSync } from './disk.js';
import { isBelow } from '../../model/paths.js';
import { withSlashes } from './ignore-files.js';

/** Whether a link below a folder leads to a path, perhaps out of the repository: no walk finds a new file there. */
export function isBehindLink(file: string, folder: string): boolean {
  for (let at = file; isBelow(at, withSlashes(folder)); at = path.posix.dirname(at)) {
    try {
      if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true) return true;
    } catch {
      return true; // It may not be examined.
    }
  }
  return false;
}
