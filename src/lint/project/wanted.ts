import path from 'node:path';
import ignore from 'ignore';
import type { Config } from '../../repository/config/config.js';
import { withSlashes } from '../../repository/files/ignore-files.js';
import type { Source } from '../../model/source.js';

/** Where a command reads, and what its configuration leaves out. */
export interface Place {
  readonly config: Pick<Config, 'ignore'>;
  /** The folder of the configuration file. */
  readonly folder: string;
  readonly workingFolder: string;
}

/** Whether a source is among those that the command line names, and not below a folder that it names. */
export function isNamedIn(
  paths: readonly string[],
  { workingFolder }: Pick<Place, 'workingFolder'>,
): (source: Pick<Source, 'path'>) => boolean {
  const given = new Set(paths.map((input) => withSlashes(path.resolve(workingFolder, input))));
  return (source) => given.has(source.path);
}

/** Whether the configuration leaves a source in. What is given by name is wanted in any case. */
export function isWanted(paths: readonly string[], place: Place): (source: Pick<Source, 'path'>) => boolean {
  const { config, folder } = place;
  if (config.ignore.length === 0) return () => true;
  const patterns = ignore().add(config.ignore);
  const isNamed = isNamedIn(paths, place);
  return (source) => {
    const relative = withSlashes(path.relative(folder, source.path));
    return isNamed(source) || relative.startsWith('..') || !patterns.ignores(relative);
  };
}
