import path from 'node:path';
import { lstatSync, statSync } from '../files/disk.js';
import { Boundary } from '../files/boundary.js';
import { readWithin, reason } from '../files/read-text.js';
import { FileUsageError } from '../../model/usage-error.js';
import { type Config, configName, emptyConfig } from './config.js';
import { parseConfig } from './parse-config.js';

/** A configuration and the folder that its paths are relative to. */
export interface FoundConfig {
  readonly config: Config;
  readonly folder: string;
  /** The name that users see. */
  readonly name: string;
  /** Whether the file exists. */
  readonly isThere: boolean;
  /** A file with a similar name, if no configuration exists; it is not read. */
  readonly unread?: string | undefined;
}

/** The unsaved text of a file in an editor, if it has one. */
export type Unsaved = (file: string) => string | undefined;

/**
 * The configuration for a folder: the nearest `rolloutkit.yaml` there or above, up to the root of the repository; if none exists,
 * the same for the only path argument. Without a file it is empty. An invalid file throws a UsageError with a line for each
 * problem.
 */
export function findConfig(
  workingFolder: string,
  names?: readonly string[],
  paths: readonly string[] = [],
  unsaved?: Unsaved,
): FoundConfig {
  const here = nearestConfig(path.resolve(workingFolder), workingFolder, names, unsaved);
  if (here.isThere) return here;
  const [only, another] = paths;
  if (only === undefined || another !== undefined || only === '-') return here;
  const at = path.resolve(workingFolder, only);
  const isFolder = statSync(at, { throwIfNoEntry: false })?.isDirectory() === true;
  const given = nearestConfig(isFolder ? at : path.dirname(at), workingFolder, names);
  return given.isThere ? given : here;
}

/** The nearest file of a name in the folders that may hold the configuration; undefined if none exists. */
export function nearestFile(from: string, name: string, unsaved?: Unsaved): string | undefined {
  const boundary = Boundary.around(from, []);
  for (let folder = from; boundary.allows(folder); folder = path.dirname(folder)) {
    const file = path.join(folder, name);
    if (isThere(file) || unsaved?.(file) !== undefined) return file;
    if (folder === path.dirname(folder)) break;
  }
  return undefined;
}

function nearestConfig(
  from: string,
  workingFolder: string,
  names?: readonly string[],
  unsaved?: Unsaved,
): FoundConfig {
  const boundary = Boundary.around(from, []);
  let unread: string | undefined;
  for (let folder = from; boundary.allows(folder); folder = path.dirname(folder)) {
    const file = path.join(folder, configName);
    const name = path.relative(workingFolder, file);
    const text = unsaved?.(file);
    if (text !== undefined || isThere(file)) {
      const config = parsedConfig(text ?? readConfig(file, name, boundary), name, names);
      return { config, folder, name, isThere: true };
    }
    unread ??= misnamed(folder, workingFolder);
    if (folder === path.dirname(folder)) break;
  }
  return { config: emptyConfig, folder: workingFolder, name: configName, unread, isThere: false };
}

/** The error for a folder that may not be read is reported elsewhere. */
function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

const misnomers = [
  'rolloutkit.yml',
  '.rolloutkit.yaml',
  '.rolloutkit.yml',
  'rolloutkit.json',
  'rolloutkit.config.yaml',
];

function misnamed(folder: string, workingFolder: string): string | undefined {
  const found = misnomers.find((name) => isThere(path.join(folder, name)));
  return found === undefined ? undefined : path.relative(workingFolder, path.join(folder, found));
}

function readConfig(file: string, name: string, boundary: Boundary): string {
  try {
    return readWithin(boundary, file);
  } catch (error) {
    throw new FileUsageError(`${name}: it cannot be read: ${reason(error)}`);
  }
}

function parsedConfig(text: string, name: string, names?: readonly string[]): Config {
  const its = parseConfig(text, name, names);
  if ('problems' in its) throw new FileUsageError(...its.problems);
  return its.config;
}
