import { existsSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/**
 * What a command may read and write: the Git work tree around the working folder, or that folder where there is none,
 * and the same for each file and folder that the command line names. What a commit brings, such as a symbolic link or
 * a path in a manifest, may lead to anything in there and to nothing else.
 */
export class Boundary {
  private constructor(readonly roots: readonly string[]) {}

  /** `named` is what the command line names; `-` is standard input. */
  static around(workingFolder: string, named: readonly string[]): Boundary {
    const roots = [rootOf(wayTo(workingFolder)?.real ?? workingFolder)];
    const folders = new Map<string, Way | undefined>();
    for (const input of named) {
      if (input === '-') continue;
      const file = path.resolve(workingFolder, input);
      const folder = path.dirname(file);
      if (!folders.has(folder)) folders.set(folder, wayTo(folder));
      const above = folders.get(folder);
      const below = above && wayTo(path.join(above.real, path.basename(file)), above.real);
      if (!above || !below || roots.some((root) => isWithin(root, below.real))) continue;
      // A commit can put a link where the command line expects a file: whoever wants what it leads to names that.
      const isLedOut = [...above.links, ...below.links].some((link) => leadsOut(link, below.real));
      if (!isLedOut) roots.push(rootOf(below.real));
    }
    return new Boundary(roots);
  }

  /** Whether a file is inside. One that does not exist is where its nearest existing parent is. */
  allows(file: string): boolean {
    return this.resolve(file) !== undefined;
  }

  /** Where a file inside is, without any symbolic link on the way there; undefined for one outside. */
  resolve(file: string): string | undefined {
    const real = wayTo(file)?.real;
    return real !== undefined && this.roots.some((root) => isWithin(root, real)) ? real : undefined;
  }
}

/** Where a path leads, and the folders of the symbolic links on the way. */
interface Way {
  readonly real: string;
  readonly links: readonly string[];
}

/** Windows takes both in the target of a link. */
const separator = path.sep === '/' ? '/' : /[\\/]/;

/** As many as Linux follows. */
const maxLinks = 40;

/**
 * Follows an absolute path as the system does, but on beyond what exists; undefined if links lead in a circle. The part
 * `known` is without links.
 */
function wayTo(file: string, known = path.parse(file).root): Way | undefined {
  const links: string[] = [];
  const rest = file.slice(known.length).split(path.sep).reverse();
  let real = known;
  for (let segment = rest.pop(); segment !== undefined; segment = rest.pop()) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') {
      real = path.dirname(real);
      continue;
    }
    const next = path.join(real, segment);
    const target = linkAt(next);
    if (target === undefined) {
      real = next;
      continue;
    }
    if (links.push(real) > maxLinks) return undefined;
    const { root } = path.parse(target);
    if (root !== '') real = root;
    rest.push(...target.slice(root.length).split(separator).reverse());
  }
  return { real, links };
}

function linkAt(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch {
    return undefined; // No link, or nothing at all.
  }
}

/** Whether a link in a folder of a work tree leads to what is not in it. */
function leadsOut(folder: string, real: string): boolean {
  const tree = workTree(folder);
  return tree !== undefined && !isWithin(tree, real);
}

/** What is read around a file or folder: its work tree, else itself. */
function rootOf(real: string): string {
  const tree = workTree(real);
  return tree !== undefined && isWithin(tree, real) ? tree : real;
}

/** The nearest folder from here upwards that is a Git work tree. No commit can bring a `.git`. */
export function workTree(from: string): string | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, '.git'))) return folder;
    if (folder === path.dirname(folder)) return undefined;
  }
}

/** Git's own folder is not part of what is checked out: its configuration may hold the token of a CI job. */
export function isWithin(root: string, file: string): boolean {
  if (file === root) return true;
  const prefix = root.endsWith(path.sep) ? root : `${root}${path.sep}`;
  return file.startsWith(prefix) && !/(^|[\\/])\.git([\\/]|$)/i.test(file.slice(prefix.length));
}
