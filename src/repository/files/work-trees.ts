import path from 'node:path';
import { lstatSync, readFileSync } from './disk.js';
import { workTree } from './boundary.js';
import { withSlashes } from './ignore-files.js';

/** A Git work tree of the input, and the URLs of its remotes. */
export interface WorkTree {
  /** Absolute, with `/` between segments. */
  readonly folder: string;
  readonly remotes: readonly string[];
  /** Undefined if no branch is checked out, or it is unknown. */
  readonly branch?: string | undefined;
}

/** The work trees around folders and files that a command reads. */
export function workTreesAround(paths: Iterable<string>): readonly WorkTree[] {
  const folders = new Set<string>();
  for (const given of paths) folders.add(workTree(given) ?? '');
  folders.delete('');
  return [...folders].map((folder) => ({
    folder: withSlashes(folder),
    remotes: remotesOf(folder),
    branch: branchOf(folder),
  }));
}

/** The URLs of the remotes of a work tree, from the configuration of the repository; none if it cannot be read. */
export function remotesOf(tree: string): readonly string[] {
  try {
    const config = readFileSync(path.join(configFolder(tree), 'config'), 'utf8');
    const urls: string[] = [];
    let isRemote = false;
    for (const line of config.split('\n').map((text) => text.trim())) {
      if (line.startsWith('[')) isRemote = /^\[remote\s/i.test(line);
      const url = /^url\s*=\s*(\S+)$/i.exec(line)?.[1];
      if (isRemote && url !== undefined) urls.push(url);
    }
    return urls;
  } catch {
    return [];
  }
}

function branchOf(tree: string): string | undefined {
  const head = read(path.join(gitFolder(tree), 'HEAD'));
  return head?.match(/^ref: refs\/heads\/(.+)$/m)?.[1]?.trim();
}

/** What a path is, without following a link at its end, which may lead to any folder. */
export function existing(file: string): 'folder' | 'file' | undefined {
  try {
    const stats = lstatSync(file);
    return stats.isDirectory() || stats.isSymbolicLink() ? 'folder' : 'file';
  } catch (error) {
    // A file that may not be examined exists.
    return /^(?:ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '') ? undefined : 'folder';
  }
}

/** The `.git` of a work tree, or the folder that it refers to in submodules and `git worktree`. */
export function gitFolder(tree: string): string {
  const git = path.join(tree, '.git');
  const leadsTo = read(git)?.match(/^gitdir: (.+)$/m)?.[1];
  return leadsTo === undefined ? git : path.resolve(tree, leadsTo);
}

/** The folder with the configuration of a work tree; one of `git worktree` shares that of the main one. */
function configFolder(tree: string): string {
  const folder = gitFolder(tree);
  const common = read(path.join(folder, 'commondir'));
  return common === undefined ? folder : path.resolve(folder, common.trim());
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined; // A folder, or nothing.
  }
}
