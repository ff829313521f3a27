import { statSync } from './disk.js';

/** Whether a path is a regular file, possibly through links. */
export function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false; // The name may also be invalid.
  }
}
