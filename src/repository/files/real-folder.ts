import { realpathSync } from './disk.js';
import { withSlashes } from './ignore-files.js';

/** The path of a folder without symbolic links, with `/` between segments; unchanged if it does not exist. */
export function realFolder(folder: string): string {
  try {
    return withSlashes(realpathSync(folder));
  } catch {
    return folder;
  }
}
