import path from 'node:path';
import { existsSync, lstatSync, readdirSync, readlinkSync } from './disk.js';
import { didYouMean } from '../../model/nearest-name.js';

/** Explains a path that does not exist, with a suggestion: a sentence or two. */
export function missingPath(input: string, workingFolder: string): string {
  const target = linkTarget(path.resolve(workingFolder, input));
  if (target !== undefined) return `it is a symbolic link to "${target}", which is not found.`;
  const hint =
    listHint(input, workingFolder) ?? patternHint(input, workingFolder) ?? nameHint(input, workingFolder);
  return `file or folder not found.${hint}`;
}

function linkTarget(file: string): string | undefined {
  try {
    return lstatSync(file).isSymbolicLink() ? readlinkSync(file) : undefined;
  } catch {
    return undefined;
  }
}

function listHint(input: string, folder: string): string | undefined {
  const parts = input.split(/[,;]\s*/);
  const isList = parts.length > 1 && parts.every((part) => existsSync(path.resolve(folder, part)));
  return isList ? ` Paths are separated by spaces: ${parts.join(' ')}` : undefined;
}

function patternHint(input: string, folder: string): string | undefined {
  if (!/[*?[{]/.test(input)) return undefined;
  const parts = input.split('/');
  const plain =
    parts
      .slice(
        0,
        parts.findIndex((part) => /[*?[{]/.test(part)),
      )
      .join('/') || '.';
  const advice = existsSync(path.resolve(folder, plain))
    ? `; give the folder ${plain}, which is read with all its subfolders`
    : '';
  return ` It is a pattern that the shell did not expand${advice}.`;
}

/** The first part of the path that does not exist, and what exists instead. */
function nameHint(input: string, workingFolder: string): string {
  const parts = input.split('/');
  const first = parts.findIndex(
    (_, index) => !existsSync(path.resolve(workingFolder, partsTo(parts, index + 1))),
  );
  if (first < 0) return '';
  const name = parts[first] ?? '';
  const above = partsTo(parts, first);
  const meant = didYouMean(name, entryNames(path.resolve(workingFolder, above)));
  const isLast = first === parts.length - 1;
  if (meant === '') return isLast ? '' : ` ${partsTo(parts, first + 1)} is not found either.`;
  return meant.replace(
    /"(.*)"/s,
    (_, right: string) => `"${[...parts.slice(0, first), right, ...parts.slice(first + 1)].join('/')}"`,
  );
}

/** The folder of the first parts of a path; of none, where the path starts. */
function partsTo(parts: readonly string[], count: number): string {
  return parts.slice(0, count).join('/') || (parts[0] === '' ? '/' : '.');
}

function entryNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
