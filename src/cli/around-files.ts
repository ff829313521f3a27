import path from 'node:path';
import { existsSync, readdirSync, statSync } from '../repository/files/disk.js';
import { workTree } from '../repository/files/boundary.js';
import { isManifestName } from '../repository/files/discover.js';
import { withSlashes } from '../repository/files/ignore-files.js';
import { type Unchecked, uncheckedIn } from '../lint/project/unchecked.js';
import type { Finding } from '../model/finding.js';
import type { Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import { referencesOf } from '../play/simulate/referenced.js';
import type { Graph } from '../repository/graph/graph.js';
import type { CommandInputs, Settings } from './inputs.js';
import type { PlayCommand } from './read-rollouts.js';

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

/**
 * Where folders of a checkout are named: their files, and the checkouts. Undefined where the checkouts are named themselves, or
 * where there are none, so that nothing is around.
 */
export function aroundFolders(
  given: readonly string[],
  sources: readonly Source[],
  { workingFolder }: Pick<Settings, 'workingFolder'>,
): AroundFiles | undefined {
  const named = given.map((one) => path.resolve(workingFolder, one));
  if (given.includes('-') || !named.every((one) => existsSync(one))) return undefined;
  const trees = new Set(named.flatMap((one) => workTree(one) ?? []));
  const besides = [...trees].filter((tree) => !named.includes(tree));
  if (besides.length === 0) return undefined;
  return { files: new Set(sources.map((source) => source.path)), besides };
}

/**
 * Whether what the folders alone have leaves something open that other folders of their checkout may know: what the Rollouts
 * name, the Rollouts of an overlay, the Applications for drift, or which of several Rollouts of one name are deployed where.
 */
export function leavesOpen({ graph }: { readonly graph: Graph }, command: PlayCommand): boolean {
  const { rollouts } = graph;
  if (rollouts.length === 0) return graph.hasKustomizations;
  const hasApplications = ['Application', 'ApplicationSet'].some(
    (kind) => graph.ofKind(kind, 'argoproj.io').length > 0,
  );
  if (!hasApplications && (command === 'drift' || haveRepeatedName(rollouts))) return true;
  return rollouts.some((rollout) => referencesOf(graph, rollout).some((reference) => !graph.find(reference)));
}

function haveRepeatedName(rollouts: readonly Resource[]): boolean {
  return new Set(rollouts.map(({ name }) => name)).size < rollouts.length;
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

/** Whether a Rollout is in the files that are named, or built from or by one of them; without files, each is. */
export function shownOf(
  { writtenIn }: Pick<CommandInputs, 'writtenIn'>,
  files: ReadonlySet<string> | undefined,
  graph: Graph,
): (rollout: Resource) => boolean {
  return (rollout) =>
    !files ||
    [rollout.source.path, ...(writtenIn?.(rollout) ?? []), ...deployedBy(graph, rollout)].some((file) =>
      files.has(file),
    );
}

/** The files of the kustomizations that deploy a Rollout. */
function deployedBy(graph: Graph, rollout: Resource): readonly string[] {
  return graph.placements(rollout).flatMap(({ leaf }) => leaf?.resource.source.path ?? []);
}
