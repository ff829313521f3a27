import path from 'node:path';
import { statSync } from './disk.js';
import { workTree } from './boundary.js';
import { withSlashes } from './ignore-files.js';
import { indexPaths } from './index-paths.js';
import { reason } from './read-text.js';
import { recording } from './recording.js';
import { gitFolder } from './work-trees.js';

/**
 * The files that Git tracks in a work tree. Ignore files do not apply to them: every clone has files that were added with `git
 * add --force` or before their pattern.
 */
export class Tracked {
  private index: Index | undefined;

  constructor(private readonly tree: string | undefined) {}

  /** What is tracked in the work tree around a folder; nothing outside of one. */
  static around(folder: string): Tracked {
    return new Tracked(workTree(folder));
  }

  /** Whether a file is tracked, or a folder as a submodule. */
  has(file: string): boolean {
    const name = this.nameOf(file);
    return name !== undefined && this.read().paths.has(name);
  }

  /** Whether files or submodules below a folder are tracked. */
  hasBelow(folder: string): boolean {
    const name = this.nameOf(folder);
    return name !== undefined && foldersOf(this.read()).has(name);
  }

  /** Why the index cannot be used, once it was read. */
  get problem(): string | undefined {
    const why = this.index?.problem;
    return why === undefined || this.tree === undefined
      ? undefined
      : `${withSlashes(this.tree)}/.git: its index cannot be read, so what .gitignore matches counts as untracked: ${why}`;
  }

  private read(): Index {
    return (this.index ??= this.tree === undefined ? empty : indexOf(this.tree));
  }

  private nameOf(file: string): string | undefined {
    if (this.tree === undefined) return undefined;
    const prefix = this.tree.endsWith(path.sep) ? this.tree : `${this.tree}${path.sep}`;
    return file.startsWith(prefix) ? withSlashes(file.slice(prefix.length)) : undefined;
  }
}

interface Index {
  readonly paths: ReadonlySet<string>;
  folders?: ReadonlySet<string>;
  readonly problem?: string;
}

const empty: Index = { paths: new Set() };

/** The last index that was read, for a command that looks repeatedly. */
let lastIndex: { readonly stamp: string; readonly index: Index } | undefined;

function indexOf(tree: string): Index {
  const folder = gitFolder(tree);
  const file = path.join(folder, 'index');
  try {
    const { size, mtimeMs, ino } = statSync(file);
    const stamp = [file, size, mtimeMs, ino].join(':');
    // A recording has to know what the index contains.
    if (lastIndex?.stamp === stamp && !recording()) return lastIndex.index;
    const paths = indexPaths(file);
    if (!paths) return { ...empty, problem: 'it has a form that is not known.' };
    lastIndex = { stamp, index: { paths: new Set(paths) } };
    return lastIndex.index;
  } catch (error) {
    // A new repository has no index.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty;
    return { ...empty, problem: reason(error) };
  }
}

function foldersOf(index: Index): ReadonlySet<string> {
  if (index.folders) return index.folders;
  const folders = new Set<string>();
  for (const name of index.paths)
    for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) {
      const folder = name.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  index.folders = folders;
  return folders;
}
