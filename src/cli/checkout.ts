import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { existsSync, realpathSync } from '../repository/files/disk.js';
import { reason } from '../repository/files/read-text.js';
import { remotesOf } from '../repository/files/work-trees.js';
import { UnreadError, UsageError } from './exit.js';
import type { TreeEntry, Git } from './git.js';
import type { Settings } from './inputs.js';
import { indexEntries } from './working-files.js';

/** An upper limit that no repository of manifests reaches. */
const maxBytes = 2 ** 30;

/** A state of a repository, written to a temporary folder for programs that read files. */
export class Checkout {
  private readonly temporary = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-state-')));
  readonly folder: string;
  private readonly files: ReadonlySet<string>;

  /** `state` is a commit or tree, or "" for the index. */
  constructor(
    private readonly git: Git,
    state: string,
  ) {
    // The name of a repository comes from its folder and its remotes, and ignore files apply up to its root.
    this.folder = path.join(this.temporary, 'files', path.basename(git.root));
    try {
      mkdirSync(path.join(this.folder, '.git'), { recursive: true });
      const remotes = remotesOf(git.root).map((url) => `[remote "${url}"]\nurl = ${url}\n`);
      if (remotes.length > 0) writeFileSync(path.join(this.folder, '.git/config'), remotes.join(''));
      const entries = state === '' ? staged(git) : git.files(state);
      this.files = new Set(entries.map((entry) => entry.path));
      this.write(entries);
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  /** Whether the state contains a file of the repository. */
  has(file: string): boolean {
    return this.files.has(file);
  }

  /** The settings for running a command in this folder instead of in the repository. */
  settings(settings: Settings): Settings {
    return {
      ...settings,
      workingFolder: this.inside(settings.workingFolder),
      folder: this.inside(settings.folder),
      valuesFolder: this.inside(settings.valuesFolder),
      outside: (file) => this.outside(file),
    };
  }

  /** The paths in this folder that correspond to the inputs of a command, after resolving symbolic links. */
  inputs(inputs: readonly string[], workingFolder: string): readonly string[] {
    return inputs.map((input) => {
      const file = path.resolve(workingFolder, input);
      const there = this.inside(file);
      return there === file && existsSync(file) ? this.inside(realpathSync(file)) : there;
    });
  }

  /** The path in this folder of a file of the repository. */
  inside(file: string): string {
    const relative = path.relative(this.git.root, file);
    return relative.startsWith('..') ? file : path.join(this.folder, relative);
  }

  /** The path in the repository of a file in this folder. */
  outside(file: string): string {
    return file.startsWith(`${this.folder}/`) ? `${this.git.root}${file.slice(this.folder.length)}` : file;
  }

  remove(): void {
    rmSync(this.temporary, { recursive: true, force: true });
  }

  /**
   * Does not use `git checkout`: it would run filters, and the trees of a hostile repository may contain forbidden
   * paths.
   */
  private write(entries: readonly TreeEntry[]): void {
    const isLink = ({ mode }: TreeEntry): boolean => mode === '120000';
    // Links are written last, so that no file is written through one.
    const ordered = [...entries.filter((entry) => !isLink(entry)), ...entries.filter(isLink)];
    const sizes = this.git.sizes(ordered.map(({ object }) => object));
    if (sizes.reduce((sum, size) => sum + size, 0) > maxBytes)
      throw new UnreadError(
        `The repository is larger than ${maxBytes / 2 ** 20} MB, which is too much to render another revision of it.`,
      );
    const folders = new Set(ordered.map((entry) => path.dirname(this.placeOf(entry))));
    for (const folder of folders) writtenOrRefused(folder, () => mkdirSync(folder, { recursive: true }));
    const links: string[] = [];
    let index = 0;
    for (const bytes of this.git.contents(ordered.map(({ object }) => object))) {
      const entry = ordered[index++];
      // A name that is not valid UTF-8 cannot be requested by its decoded form.
      if (!entry || entry.path.includes('\uFFFD')) continue;
      const file = this.placeOf(entry);
      if (isLink(entry)) links.push(file);
      writtenOrRefused(file, () => {
        if (isLink(entry)) symlinkSync(bytes, file);
        else writeFileSync(file, bytes, { flag: 'wx', mode: entry.mode === '100755' ? 0o755 : 0o644 });
      });
    }
    // Links are validated for their place in the repository; here, a link out of the folder would have another target.
    for (const link of links) if (!this.leadsInside(link)) rmSync(link);
  }

  private placeOf(entry: TreeEntry): string {
    const name = this.git.relative(entry.path);
    const file = path.join(this.folder, name);
    const isOdd = entry.path.slice(this.git.root.length).split('/').some(isForbidden);
    if (isOdd || !file.startsWith(`${this.folder}${path.sep}`))
      throw new UnreadError(`${name}: Git does not allow a file of this name, but the repository has one.`);
    return file;
  }

  private leadsInside(link: string): boolean {
    try {
      return `${realpathSync(link)}${path.sep}`.startsWith(`${this.folder}${path.sep}`);
    } catch {
      return false;
    }
  }
}

function writtenOrRefused(file: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new UnreadError(`${file} cannot be written: ${reason(error)}`);
  }
}

/** Names that refer to another folder, or to the `.git` folder, on any file system. */
function isForbidden(segment: string, index: number): boolean {
  if (segment === '') return index > 0;
  const plain = segment.replaceAll(/[\p{Cf}\0]/gu, '');
  return /^(\.\.?|(\.git|git~\d)[. ]*(:.*)?)$/i.test(plain) || (path.sep === '\\' && plain.includes('\\'));
}

/** The entries of the index. */
function staged(git: Git): TreeEntry[] {
  const entries = indexEntries(git).filter(({ mode }) => mode !== '160000');
  const conflict = entries.find(({ stage }) => stage !== 0);
  if (conflict)
    throw new UsageError(`${git.relative(conflict.path)} has a merge conflict; resolve it first.`);
  return entries.filter(({ isAnnounced }) => !isAnnounced);
}
