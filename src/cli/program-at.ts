import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { realpathSync, statSync } from '../repository/files/disk.js';
import { isInCheckout, workTree } from '../repository/files/boundary.js';
import type { Surroundings } from './surroundings.js';

/**
 * The path of a program in the user's PATH; undefined if it is not found. Ignores files that a commit can contain: npx
 * and npm put `node_modules/.bin` of the working folder and its parents in front of the PATH.
 */
export function programAt(
  name: string,
  { folder: workingFolder, environment }: Pick<Surroundings, 'folder' | 'environment'>,
): string | undefined {
  const tree = workTree(realpathSync(workingFolder));
  const names = process.platform === 'win32' ? [`${name}.exe`] : [name];
  for (const folder of (environment['PATH'] ?? '').split(path.delimiter)) {
    if (!path.isAbsolute(folder) || folder.split(path.sep).includes('node_modules')) continue;
    for (const one of names) {
      const file = path.join(folder, one);
      if (!isProgram(file)) continue;
      const isOfCheckout =
        tree !== undefined && [file, realpathSync(file)].some((at) => isInCheckout(tree, at));
      if (!isOfCheckout) return file;
    }
  }
  return undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
