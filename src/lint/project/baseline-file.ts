import { lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../repository/config/config.js';
import { nearestFile } from '../../repository/config/find-config.js';
import { Boundary } from '../../repository/files/boundary.js';
import { baselineName } from '../../repository/files/discover.js';
import type { Place } from './wanted.js';

/** Where the baseline of a command is. */
export interface BaselineFile {
  readonly file: string;
  /** What the user calls it. */
  readonly name: string;
  /** What it may be read and written in. */
  readonly boundary: Boundary;
  readonly isThere: boolean;
}

/** Whose baseline it is. */
interface Adopted extends Omit<Place, 'config'> {
  readonly config: Pick<Config, 'baseline'>;
  readonly hasConfig: boolean;
}

/**
 * The baseline that the command line or the configuration names; otherwise the one beside the configuration, or where there is none, the
 * nearest in the working folder or above, then of the only path that is given.
 */
export function baselineFile(
  given: string | undefined,
  paths: readonly string[],
  { config, folder, hasConfig, workingFolder }: Adopted,
): BaselineFile & { readonly isNamed: boolean } {
  const named =
    given !== undefined
      ? path.resolve(workingFolder, given)
      : config.baseline !== undefined
        ? path.resolve(folder, config.baseline)
        : undefined;
  const file =
    named ??
    (hasConfig ? path.join(folder, baselineName) : nearest(workingFolder, paths)) ??
    path.join(workingFolder, baselineName);
  return {
    file,
    name: path.relative(workingFolder, file),
    boundary: Boundary.around(workingFolder, given === undefined ? [folder] : [folder, given]),
    isThere: isThere(file),
    isNamed: named !== undefined,
  };
}

function nearest(workingFolder: string, paths: readonly string[]): string | undefined {
  const here = nearestFile(path.resolve(workingFolder), baselineName);
  const [only, another] = paths;
  if (here !== undefined || only === undefined || another !== undefined || only === '-') return here;
  const at = path.resolve(workingFolder, only);
  const isFolder = statSync(at, { throwIfNoEntry: false })?.isDirectory() === true;
  return nearestFile(isFolder ? at : path.dirname(at), baselineName);
}

/** Whoever reads a folder that may not be read says so. */
function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}
