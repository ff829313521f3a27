import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Source } from '../model/source.js';
import { ignoreFilesAbove, type IgnoreFile, isIgnored, readIgnoreFile, withSlashes } from './ignore-files.js';
import { readText } from './read-text.js';

/** What there is to say of an input. */
interface Note {
  readonly message: string;
}

/** The manifests among the inputs. */
export interface Discovery {
  readonly sources: readonly Source[];
  readonly notes: readonly Note[];
  /** Inputs that do not exist or cannot be read. */
  readonly failures: readonly Note[];
}

/** What a manifest is called. */
export const extensions = /\.(ya?ml|json)$/i;
/** What is never read unless it is given by name. */
export const skippedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** Lists the manifests in files and folders; `-` stands for standard input. Nothing is read but ignore files. */
export function discover(inputs: readonly string[], workingFolder: string): Discovery {
  const discoverer = new Discoverer(workingFolder);
  for (const input of inputs) discoverer.add(input);
  return discoverer;
}

/** Why a file could not be read, in words. */
export function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file or folder.';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read.';
  if (code === 'ELOOP') return 'it is a symbolic link that leads back to itself.';
  if (code === 'EISDIR') return 'it is a folder.';
  if (code === 'ERR_STRING_TOO_LONG' || code === 'ERR_FS_FILE_TOO_LARGE')
    return 'it is too large to be read.';
  return error instanceof Error ? error.message : String(error);
}

class Discoverer implements Discovery {
  readonly failures: Note[] = [];
  private readonly byPath = new Map<string, Source>();
  private readonly walked: string[] = [];
  private readonly brokenLinks: string[] = [];
  private readonly linkedFolders: { readonly link: string; readonly target: string }[] = [];

  constructor(private readonly workingFolder: string) {}

  get sources(): readonly Source[] {
    return [...this.byPath.values()];
  }

  get notes(): readonly Note[] {
    const outside = this.linkedFolders.filter(
      ({ target }) => !this.walked.some((folder) => `${target}/`.startsWith(`${folder}/`)),
    );
    return [
      ...this.brokenLinks.map(
        (file) => `${this.nameOf(file)}: this symbolic link leads nowhere, so it was left out.`,
      ),
      ...outside.map(
        ({ link }) =>
          `${this.nameOf(link)}: a symbolic link to a folder is not followed; give the folder as a path to lint it.`,
      ),
    ].map((message) => ({ message }));
  }

  add(input: string): void {
    if (input === '-') {
      this.addStream(0, `${this.workingFolder}/<stdin>`, '<stdin>');
      return;
    }
    const file = path.resolve(this.workingFolder, input);
    try {
      const stats = statSync(file);
      if (stats.isDirectory()) this.walk(file);
      else if (stats.isFile()) this.addFile(file);
      else this.addStream(file, file, input);
    } catch (error) {
      this.failures.push({ message: `${input}: ${reason(error)}` });
    }
  }

  private walk(root: string): void {
    this.walked.push(realpathSync(root));
    const stack: Level[] = [{ folder: root, ignoreFiles: ignoreFilesAbove(root) }];
    for (let level = stack.pop(); level; level = stack.pop()) stack.push(...this.list(level).reverse());
  }

  /** Adds the manifests of a folder and returns the folders in it. */
  private list({ folder, ignoreFiles: outer }: Level): Level[] {
    let entries;
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      this.failures.push({ message: `${this.nameOf(folder)}: ${reason(error)}` });
      return [];
    }
    entries.sort((left, right) => (left.name < right.name ? -1 : 1));
    const hasIgnoreFile = entries.some(({ name }) => name === '.gitignore');
    const ignoreFiles = hasIgnoreFile ? [...outer, readIgnoreFile(folder)] : outer;

    const below: Level[] = [];
    for (const entry of entries) {
      // Joined in one piece: a template keeps its parts in memory with it.
      const file = [folder === '/' ? '' : folder, entry.name].join('/');
      const isManifest = extensions.test(entry.name);
      if (entry.isDirectory()) {
        if (skippedFolders.has(entry.name) || isIgnored(ignoreFiles, file, true)) continue;
        below.push({ folder: file, ignoreFiles });
      } else if (entry.isSymbolicLink()) {
        if (!isIgnored(ignoreFiles, file, false)) this.follow(file, isManifest);
      } else if (isManifest && entry.isFile() && !isIgnored(ignoreFiles, file, false)) this.addFile(file);
    }
    return below;
  }

  /** A link to a file is read like the file; one to a folder is not followed, which also ends every loop. */
  private follow(file: string, isManifest: boolean): void {
    try {
      const stats = statSync(file);
      if (stats.isFile() && isManifest) this.addFile(file);
      else if (stats.isDirectory()) this.linkedFolders.push({ link: file, target: realpathSync(file) });
    } catch {
      if (isManifest) this.brokenLinks.push(file);
    }
  }

  private addFile(file: string): void {
    if (this.byPath.has(file)) return;
    this.byPath.set(file, new FileSource(file, this.workingFolder));
  }

  /** What can be read only once, such as a pipe. */
  private addStream(input: number | string, file: string, name: string): void {
    let text: string | undefined;
    if (this.byPath.has(file)) return;
    this.byPath.set(file, {
      path: withSlashes(file),
      name,
      read: () => (text ??= readFileSync(input, 'utf8')),
    });
  }

  private nameOf(file: string): string {
    return nameOf(file, this.workingFolder);
  }
}

/** As the user would write it: relative to the working folder unless that is longer. */
function nameOf(file: string, workingFolder: string): string {
  const relative = path.relative(workingFolder, file);
  return withSlashes(relative.startsWith('..') && relative.length > file.length ? file : relative || '.');
}

/** A file; there may be a hundred thousand of them. */
class FileSource implements Source {
  constructor(
    private readonly file: string,
    private readonly workingFolder: string,
  ) {}

  get path(): string {
    return withSlashes(this.file);
  }

  get name(): string {
    return nameOf(this.file, this.workingFolder);
  }

  read(): string {
    return readText(this.file);
  }
}

interface Level {
  readonly folder: string;
  readonly ignoreFiles: readonly IgnoreFile[];
}
