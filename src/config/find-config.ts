import { lstatSync } from 'node:fs';
import path from 'node:path';
import { Boundary } from '../files/boundary.js';
import { readWithin, reason } from '../files/read-text.js';
import { FileUsageError } from '../model/usage-error.js';
import { type Config, configName, emptyConfig } from './config.js';
import { parseConfig } from './parse-config.js';

/** A configuration and the folder that its paths are relative to. */
export interface FoundConfig {
  readonly config: Config;
  readonly folder: string;
  /** What the user calls the file. */
  readonly name: string;
  /** A file that is called almost like a configuration, where there is none; nobody reads it. */
  readonly unread?: string | undefined;
}

/**
 * The configuration that holds for a folder: of the nearest `rolloutkit.yaml` there or above, up to the root of the
 * repository. Without one it is empty. Throws a UsageError, a line for each problem, for one that cannot be understood.
 */
export function findConfig(workingFolder: string, names?: readonly string[]): FoundConfig {
  const boundary = Boundary.around(workingFolder, []);
  let unread: string | undefined;
  for (let folder = path.resolve(workingFolder); boundary.allows(folder); folder = path.dirname(folder)) {
    const file = path.join(folder, configName);
    const name = path.relative(workingFolder, file);
    if (lstatSync(file, { throwIfNoEntry: false }))
      return { config: readConfig(file, name, boundary, names), folder, name };
    unread ??= misnamed(folder, workingFolder);
    if (folder === path.dirname(folder)) break;
  }
  return { config: emptyConfig, folder: workingFolder, name: configName, unread };
}

const misnomers = [
  'rolloutkit.yml',
  '.rolloutkit.yaml',
  '.rolloutkit.yml',
  'rolloutkit.json',
  'rolloutkit.config.yaml',
];

function misnamed(folder: string, workingFolder: string): string | undefined {
  const found = misnomers.find((name) => lstatSync(path.join(folder, name), { throwIfNoEntry: false }));
  return found === undefined ? undefined : path.relative(workingFolder, path.join(folder, found));
}

function readConfig(file: string, name: string, boundary: Boundary, names?: readonly string[]): Config {
  let text: string;
  try {
    text = readWithin(boundary, file);
  } catch (error) {
    throw new FileUsageError(`${name}: it cannot be read: ${reason(error)}`);
  }
  const parsed = parseConfig(text, name, names);
  if ('problems' in parsed) throw new FileUsageError(...parsed.problems);
  return parsed.config;
}
