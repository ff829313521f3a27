import path from 'node:path';
import { readdirSync, statSync } from '../repository/files/disk.js';
import { workTree } from '../repository/files/boundary.js';
import { isManifestName } from '../repository/files/discover.js';
import { withSlashes } from '../repository/files/ignore-files.js';
import { type Unchecked, uncheckedIn } from '../lint/project/unchecked.js';
import type { Finding } from '../model/finding.js';
import type { Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import type { CommandInputs, Settings } from './inputs.js';

/** Files that the command line names, and what has to be read for the objects that these name. */
export interface AroundFiles {
  /** The paths of the files, as sources have them. */
  readonly files: ReadonlySet<string>;
  /** What to read besides: the checkouts of the files, or the manifests in their folders where there is no checkout. */
  readonly besides: readonly string[];
}

/** Where all arguments are files; undefined where one is a folder, standard input or not there, so that it is read as it is. */
export function aroundFiles(
  given: readonly string[],
  { workingFolder }: Pick<Settings, 'workingFolder'>,
): AroundFiles | undefined {
  const files = given.map((one) => path.resolve(workingFolder, one));
  if (files.length === 0 || given.includes('-') || !files.every(isRegularFile)) return undefined;
  const folders = [...new Set(files.map((file) => path.dirname(file)))];
  const besides = folders.flatMap((folder) => workTree(folder) ?? manifestsIn(folder));
  return { files: new Set(files.map(withSlashes)), besides: [...new Set(besides)] };
}

function isRegularFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

/** Without a checkout nothing says where the system ends: below the folder, such as /tmp, may be anything. */
function manifestsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && isManifestName(entry.name))
      .map(({ name }) => path.join(folder, name))
      .sort();
  } catch {
    return []; // The files themselves are read, or their errors are reported.
  }
}

/** What is not checked of files; a kustomization that is not rendered deploys a Rollout of them. */
export function uncheckedInFiles(whole: Unchecked, files: ReadonlySet<string>): Unchecked {
  const { empty = [], unrendered } = whole;
  const isNamed = ({ path: file }: Source): boolean => files.has(file);
  return {
    ...uncheckedIn(whole, isNamed, []),
    empty: empty.filter(isNamed),
    ...(unrendered && { unrendered }),
  };
}

/** The findings in the folders of files: what is wrong elsewhere in the repository is not about them. */
export function besideFiles(
  findings: readonly Finding[],
  files: ReadonlySet<string> | undefined,
): readonly Finding[] {
  if (!files) return findings;
  const folders = new Set([...files].map((file) => path.posix.dirname(file)));
  return findings.filter(({ place }) => folders.has(path.posix.dirname(place.source.path)));
}

/** Whether a Rollout is in the files that are named, or built from one of them; without files, each is. */
export function shownOf(
  { writtenIn }: Pick<CommandInputs, 'writtenIn'>,
  files: ReadonlySet<string> | undefined,
): (rollout: Resource) => boolean {
  return (rollout) =>
    !files || [rollout.source.path, ...(writtenIn?.(rollout) ?? [])].some((file) => files.has(file));
}
