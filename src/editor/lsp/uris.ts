import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withSlashes } from '../../repository/files/ignore-files.js';

/** The absolute path of a file, with `/` between segments; undefined for an address that is not one of a local file. */
export function pathOfUri(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || !/^file:/i.test(uri)) return undefined;
  try {
    const file = path.normalize(fileURLToPath(uri));
    return file.includes('\0') ? undefined : withSlashes(file).replace(/(?<=.)\/$/, '');
  } catch {
    return undefined;
  }
}

/** The address of a file. */
export function uriOf(file: string): string {
  return pathToFileURL(file).href;
}
