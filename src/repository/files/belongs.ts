import path from 'node:path';
import { isInputName, skippedFolders } from './discover.js';
import { ignoreFilesAbove, isIgnored, readIgnoreFile } from './ignore-files.js';
import { Tracked } from './tracked.js';

/**
 * Whether the inputs would contain a file if it existed, such as a deleted one. Ignore files do not apply to a file that Git
 * tracks, in the compared state or now.
 */
export function belongsTo(
  inputs: readonly string[],
  workingFolder: string,
  file: string,
  { isTracked = false } = {},
): boolean {
  return inputs.some((input) => {
    const given = path.resolve(workingFolder, input);
    if (given === file) return true;
    const prefix = given.endsWith(path.sep) ? given : `${given}${path.sep}`;
    if (!file.startsWith(prefix) || !isInputName(file)) return false;
    const segments = path.relative(given, file).split(path.sep);
    if (segments.slice(0, -1).some((segment) => skippedFolders.has(segment))) return false;
    return isTracked || !isLeftOut(given, segments) || Tracked.around(path.dirname(file)).has(file);
  });
}

/** Whether a folder between an input and a file is ignored. */
function isLeftOut(given: string, segments: readonly string[]): boolean {
  const ignoreFiles = [...ignoreFilesAbove(given)];
  let level = given;
  for (const [index, segment] of segments.entries()) {
    const ignoreFile = readIgnoreFile(level);
    if (ignoreFile) ignoreFiles.push(ignoreFile);
    level = path.join(level, segment);
    if (isIgnored(ignoreFiles, level, index < segments.length - 1)) return true;
  }
  return false;
}
