import { statSync } from 'node:fs';

/** Whether there is a regular file, by whatever links. */
export function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false; // It may also be a name that no file can have.
  }
}
