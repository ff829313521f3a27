import { fstatSync } from 'node:fs';
import path from 'node:path';
import { existsSync, lstatSync, readlinkSync } from './disk.js';
import { openPathOf, pathOfOpen } from './opened.js';

/**
 * What a command may read and write: the Git work tree around the working folder, or that folder where it is in none, and the
 * same for each file and folder that the command line names. Symbolic links and paths in manifests, which a commit can add, may
 * only lead to places inside.
 */
export class Boundary {
  /** The roots as the system names them: so begin the paths of all that is opened below. */
  private openRoots: readonly (string | undefined)[] | undefined;

  private constructor(readonly roots: readonly string[]) {}

  /** `named` are the arguments of the command line; `-` is standard input. */
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
      if (!above || !below || roots.some((root) => isInCheckout(root, below.real))) continue;
      // A commit can put a link where the command line expects a file: the user has to name the target instead.
      const isLedOut = [...above.links, ...below.links].some((link) => leadsOut(link, below.real));
      if (!isLedOut) roots.push(rootOf(below.real));
    }
    return new Boundary(roots);
  }

  /** Only this folder, whatever is around it. */
  static within(folder: string): Boundary {
    return new Boundary([wayTo(folder)?.real ?? folder]);
  }

  /** Whether a file is inside. One that does not exist is where its nearest existing parent is. */
  allows(file: string): boolean {
    return this.resolve(file) !== undefined;
  }

  /** The path of a file inside without symbolic links; undefined for one outside. */
  resolve(file: string): string | undefined {
    const real = wayTo(file)?.real;
    return real !== undefined && this.roots.some((root) => isInCheckout(root, real)) ? real : undefined;
  }

  /**
   * Whether what was opened by this path is inside. Where the path leads cannot say it: a folder on the way may have been a link
   * when the file was opened, and be a folder again.
   */
  holds(descriptor: number, file: string): boolean {
    const opened = pathOfOpen(descriptor);
    if (opened === undefined) return this.holdsWhatIsAt(file, descriptor);
    this.openRoots ??= this.roots.map(openPathOf);
    return this.openRoots.some((root) => root !== undefined && isInCheckout(root, opened));
  }

  /** The same where the system does not tell the path of what is open. */
  private holdsWhatIsAt(file: string, descriptor: number): boolean {
    const real = this.resolve(file);
    const found = real === undefined ? undefined : lstatSync(real, { throwIfNoEntry: false });
    const open = fstatSync(descriptor);
    return open.dev === found?.dev && open.ino === found.ino;
  }
}

/** Where a path leads, and the folders of the symbolic links on the way. */
interface Way {
  readonly real: string;
  readonly links: readonly string[];
}

/** Windows accepts both in the target of a link. */
const separator = path.sep === '/' ? '/' : /[\\/]/;

/** The limit of Linux. */
const maxLinks = 40;

/**
 * Resolves an absolute path like the operating system, but also beyond what exists; undefined for a cycle of links. `known` is a
 * prefix without links.
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
    return undefined; // Not a link, or does not exist.
  }
}

/** Whether a link in a folder of a work tree leads outside of it. */
function leadsOut(folder: string, real: string): boolean {
  const tree = workTree(folder);
  return tree !== undefined && !isInCheckout(tree, real);
}

/** The root that may be read around a file or folder: its work tree, else itself. */
function rootOf(real: string): string {
  const tree = workTree(real);
  return tree !== undefined && isInCheckout(tree, real) ? tree : real;
}

/** The nearest Git work tree at a folder or above. A commit cannot add a `.git`. */
export function workTree(from: string): string | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, '.git'))) return folder;
    if (folder === path.dirname(folder)) return undefined;
  }
}

/** Git's own folder is not part of the checkout: its configuration may contain the token of a CI job. */
export function isInCheckout(root: string, file: string): boolean {
  if (file === root) return true;
  const prefix = root.endsWith(path.sep) ? root : `${root}${path.sep}`;
  return file.startsWith(prefix) && !/(^|[\\/])\.git([\\/]|$)/i.test(file.slice(prefix.length));
}
