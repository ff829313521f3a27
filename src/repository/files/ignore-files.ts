import path from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { existsSync } from './disk.js';
import { readBytes, reason } from './read-text.js';

/** A `.gitignore` and the folder that its patterns are relative to. */
export interface IgnoreFile {
  readonly folder: string;
  readonly patterns: Ignore;
  /** Why it could not be read. */
  readonly problem?: string;
}

/** The `.gitignore` of a folder; undefined without one. */
export function readIgnoreFile(folder: string): IgnoreFile | undefined {
  const patterns = ignore();
  try {
    // Git supports no other encoding.
    patterns.add(readBytes(path.join(folder, '.gitignore')).toString());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    // It ignores nothing then, as in Git, which does not follow a symbolic link here either.
    return { folder, patterns, problem: reason(error) };
  }
  return { folder, patterns };
}

/**
 * The ignore files of the folders above, up to the root of the repository, outermost first. They do not count for a folder that
 * they ignore: a user who names it (such as the output of cdk8s) wants it read.
 */
export function ignoreFilesAbove(folder: string): readonly IgnoreFile[] {
  const files: IgnoreFile[] = [];
  for (let level = folder; !existsSync(path.join(level, '.git'));) {
    const parent = path.dirname(level);
    if (parent === level) return []; // Outside of a repository, ignore files above have no effect.
    level = parent;
    const file = readIgnoreFile(level);
    if (file) files.unshift(file);
  }
  return isIgnored(files, folder, true) ? [] : files;
}

/** Whether a file or folder is ignored; the nearest matching pattern decides. */
export function isIgnored(files: readonly IgnoreFile[], file: string, isFolder: boolean): boolean {
  let ignored = false;
  for (const { folder, patterns } of files) {
    const relative = withSlashes(file.slice(folder.endsWith(path.sep) ? folder.length : folder.length + 1));
    const verdict = patterns.test(isFolder ? `${relative}/` : relative);
    if (verdict.ignored) ignored = true;
    else if (verdict.unignored) ignored = false;
  }
  return ignored;
}

/** A path with `/` between segments, as in `.gitignore` and in findings. */
export function withSlashes(file: string): string {
  return path.sep === '/' ? file : file.replaceAll(path.sep, '/');
}
