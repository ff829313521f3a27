import path from 'node:path';
import { isInputName, skippedFolders } from './discover.js';
import { ignoreFilesAbove, isIgnored, readIgnoreFile } from './ignore-files.js';

/** Whether a file would be among what inputs hold, if it were there: such as one that was deleted. */
export function belongsTo(inputs: readonly string[], workingFolder: string, file: string): boolean {
  return inputs.some((input) => {
    const given = path.resolve(workingFolder, input);
    if (given === file) return true;
    const prefix = given.endsWith(path.sep) ? given : `${given}${path.sep}`;
    return file.startsWith(prefix) && isInputName(file) && !isLeftOut(given, file);
  });
}

/** Whether the way from a folder down to a file leads through what is not read. */
function isLeftOut(given: string, file: string): boolean {
  const segments = path.relative(given, file).split(path.sep);
  const ignoreFiles = [...ignoreFilesAbove(given)];
  let level = given;
  for (const [index, segment] of segments.entries()) {
    const ignoreFile = readIgnoreFile(level);
    if (ignoreFile) ignoreFiles.push(ignoreFile);
    level = path.join(level, segment);
    const isFolder = index < segments.length - 1;
    if (isFolder && skippedFolders.has(segment)) return true;
    if (isIgnored(ignoreFiles, level, isFolder)) return true;
  }
  return false;
}
