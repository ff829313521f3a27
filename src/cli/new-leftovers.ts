import path from 'node:path';
import type { Boundary } from '../repository/files/boundary.js';
import { readdirSync } from '../repository/files/disk.js';
import { objectFiles } from '../write/scaffold/service-objects.js';
import { applicationFile, applicationSetFile, type NewFile } from '../write/scaffold/style.js';

/** The names of files that only some styles write, beside those of the objects. */
const styleFiles =
  /^(?:Chart\.yaml|kustomization\.yaml|rollout-transformers\.yaml|values[^/]*\.yaml|_helpers\.tpl)$/;

/** A folder of a service has few folders; one with more has other things in it. */
const mostFolders = 50;

/**
 * Files of a service as another style, router or choice of environments writes them, which this one does not write: they stay, and what
 * deploys the folder may deploy them, too.
 * @param name - of the service
 * @returns paths from the folder that the files are written to
 */
export function leftovers(
  name: string,
  written: readonly NewFile[],
  folder: string,
  boundary: Boundary,
): readonly string[] {
  const now = new Set(written.map((file) => file.path));
  const inFolder = (at: string): ReturnType<typeof listed> => listed(path.join(folder, at), boundary);
  const filesOf = (at: string): readonly string[] =>
    inFolder(at)
      .filter((entry) => entry.isFile() && (objectFiles.has(entry.name) || styleFiles.test(entry.name)))
      .map((entry) => `${at}/${entry.name}`);
  const foldersOf = (at: string): readonly string[] =>
    inFolder(at)
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${at}/${entry.name}`)
      .slice(0, mostFolders);
  const overlays = foldersOf(`${name}/overlays`);
  const applications = [
    applicationFile(name),
    applicationSetFile(name),
    ...overlays.map((one) => applicationFile(`${name}-${path.basename(one)}`)),
  ];
  const deployers = new Set(inFolder('argocd').map((entry) => `argocd/${entry.name}`));
  return [
    ...[name, ...foldersOf(name), ...overlays].flatMap(filesOf),
    ...applications.filter((one) => deployers.has(one)),
  ].filter((file) => !now.has(file));
}

/** What is in a folder, in a fixed order; nothing if it cannot be read, or leads out of the boundary. */
function listed(folder: string, boundary: Boundary) {
  if (!boundary.allows(folder)) return [];
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
