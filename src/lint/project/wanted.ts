import path from 'node:path';
import ignore from 'ignore';
import type { Config } from '../../repository/config/config.js';
import { withSlashes } from '../../repository/files/ignore-files.js';
import type { Source } from '../../model/source.js';

/** The working folder of a command, and its ignore settings. */
export interface IgnoringFolder {
  readonly config: Pick<Config, 'ignore'>;
  /** The folder of the configuration file. */
  readonly folder: string;
  readonly workingFolder: string;
}

/** Whether the command line names a source itself, not only a folder above it. */
export function isNamedIn(
  paths: readonly string[],
  { workingFolder }: Pick<IgnoringFolder, 'workingFolder'>,
): (source: Pick<Source, 'path'>) => boolean {
  const given = new Set(paths.map((input) => withSlashes(path.resolve(workingFolder, input))));
  return (source) => given.has(source.path);
}

/** Whether a source is wanted: the configuration does not ignore it, or the command line names it. */
export function isWanted(
  paths: readonly string[],
  place: IgnoringFolder,
): (source: Pick<Source, 'path'>) => boolean {
  const { config, folder } = place;
  if (config.ignore.length === 0) return () => true;
  const patterns = ignore().add(config.ignore);
  const isNamed = isNamedIn(paths, place);
  return (source) => {
    const relative = withSlashes(path.relative(folder, source.path));
    return isNamed(source) || relative.startsWith('..') || !patterns.ignores(relative);
  };
}
