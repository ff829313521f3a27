import path from 'node:path';
import { lstatSync, statSync } from '../../repository/files/disk.js';
import type { Config } from '../../repository/config/config.js';
import { nearestFile } from '../../repository/config/find-config.js';
import { Boundary, isInCheckout } from '../../repository/files/boundary.js';
import { baselineName } from '../../repository/files/discover.js';
import type { IgnoringFolder } from './wanted.js';

/** The location of a command's baseline. */
export interface BaselineFile {
  readonly file: string;
  /** The path as shown to the user. */
  readonly name: string;
  /** The boundary in which it may be read and written. */
  readonly boundary: Boundary;
  /** Whether the configuration names a path outside of the repository, which must not even be looked at. */
  readonly isOutside: boolean;
  /** Whether it exists; true for one outside, and the code that reads it reports that. */
  readonly isThere: boolean;
}

/** The place of the command whose baseline is located. */
interface Adopted extends Omit<IgnoringFolder, 'config'> {
  readonly config: Pick<Config, 'baseline'>;
  readonly hasConfig: boolean;
}

/**
 * Finds the baseline: the one from the command line or the configuration, otherwise the one beside the configuration
 * file. Without a configuration file, the nearest one in the working folder or its parents, then in the only given path
 * or its parents.
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
  const boundary = Boundary.around(workingFolder, given === undefined ? [folder] : [folder, given]);
  const isOutside =
    given === undefined && config.baseline !== undefined && leadsOut(config.baseline, folder, boundary);
  return {
    file,
    name: path.relative(workingFolder, file),
    boundary,
    isOutside,
    isThere: isOutside || isThere(file),
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

/** Whether a path that a configuration names is not inside, by its text alone. */
function leadsOut(named: string, folder: string, boundary: Boundary): boolean {
  const within = path.relative(folder, path.resolve(folder, named));
  const file = path.resolve(boundary.resolve(folder) ?? folder, within);
  return !boundary.roots.some((root) => isInCheckout(root, file));
}

/** If a folder is not readable, the code that reads it reports that. */
function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}
