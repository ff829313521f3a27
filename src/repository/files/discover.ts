import path from 'node:path';
import { lstatSync, readdirSync, realpathSync, statSync } from './disk.js';
import { isScript } from '../../model/command-files.js';
import { isAtOrBelow, isBelow } from '../../model/paths.js';
import type { Source } from '../../model/source.js';
import { Boundary } from './boundary.js';
import { ignoreFilesAbove, type IgnoreFile, isIgnored, readIgnoreFile, withSlashes } from './ignore-files.js';
import { missingPath } from './missing-path.js';
import { Tracked } from './tracked.js';
import { isCircle, readManifest, readStream, readWithin, reason } from './read-text.js';

/** A message about an input. */
interface Note {
  readonly message: string;
  /** Whether a file is, or would be, in the input that cannot be read. */
  readonly isMadeOf?: (path: string) => boolean;
}

/** The manifests among the inputs. */
export interface Discovery {
  readonly sources: readonly Source[];
  readonly notes: readonly Note[];
  /** Inputs that do not exist or cannot be read. */
  readonly failures: readonly Note[];
}

/** Whether a file with this name may hold manifests; kustomize also reads one without extension. */
export function isManifestName(file: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(file) || /(?:^|\/)Kustomization$/.test(file);
}

/** The default name of a baseline. It is not a manifest, and may be large. */
export const baselineName = 'rolloutkit-baseline.json';

/** Whether a file with this name is an input: a manifest, or a script that may undo what manifests say. */
export function isInputName(file: string): boolean {
  return (isManifestName(file) && !file.endsWith(baselineName)) || isScript(file);
}

/** Folders that are never read unless they are named. */
export const skippedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules']);

interface Options {
  /** The file descriptor of `-`. */
  readonly stdin?: number;
  /** Ignore files do not apply if Git tracks every file. */
  readonly isAllTracked?: boolean;
}

/** Lists the manifests in files and folders. It reads only ignore files and, where these match, the index of Git. */
export function discover(inputs: readonly string[], workingFolder: string, options: Options = {}): Discovery {
  const discoverer = new Discoverer(workingFolder, Boundary.around(workingFolder, inputs), options);
  for (const input of inputs) discoverer.add(input);
  return discoverer;
}

/** Compares paths by the order in which `discover` lists files: those of a folder by name, then each of its folders. */
export function byDiscovery(left: string, right: string): number {
  if (left === right) return 0;
  let [at, start] = [0, 0];
  for (; at < left.length && left[at] === right[at]; at++) if (left[at] === '/') start = at + 1;
  const [one = '', other = ''] = [left, right].map((file) => file.slice(start).split('/', 1)[0]);
  const areFolders = [left, right].map((file) => file.includes('/', start));
  if (areFolders[0] !== areFolders[1]) return areFolders[0] ? 1 : -1;
  return one < other ? -1 : 1;
}

class Discoverer implements Discovery {
  readonly failures: Note[] = [];
  private readonly byPath = new Map<string, Source>();
  private readonly walked: string[] = [];
  private readonly remarks: string[] = [];
  private readonly trees: Tracked[] = [];
  private readonly linkedFolders: { readonly link: string; readonly target: string }[] = [];

  constructor(
    private readonly workingFolder: string,
    private readonly boundary: Boundary,
    private readonly options: Options,
  ) {}

  get sources(): readonly Source[] {
    return [...this.byPath.values()];
  }

  get notes(): readonly Note[] {
    const outside = this.linkedFolders.filter(
      ({ target }) => !this.walked.some((folder) => isAtOrBelow(target, folder)),
    );
    return [
      ...this.remarks,
      ...this.trees.flatMap(({ problem }) => problem ?? []),
      ...outside.map(
        ({ link }) =>
          `${this.displayPath(link)}: a symbolic link to a folder is not followed; give the folder as a path to lint it.`,
      ),
    ].map((message) => ({ message }));
  }

  add(input: string): void {
    if (input === '-') {
      this.addStream(this.options.stdin ?? 0, `${this.workingFolder}/<stdin>`, '<stdin>');
      return;
    }
    const file = path.resolve(this.workingFolder, input);
    try {
      const stats = statSync(file); // A cycle of links has failed before.
      if (!this.boundary.allows(file)) throw new LedOutError();
      if (stats.isDirectory()) this.walk(file);
      else if (stats.isFile()) this.addFile(file, lstatSync(file).isSymbolicLink());
      else this.addStream(file, file, input);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
      const why = isMissing ? missingPath(input, this.workingFolder) : reason(error);
      this.failures.push({ message: `${input}: ${why}` });
    }
  }

  private walk(root: string): void {
    this.walked.push(realpathSync(root));
    const above = this.options.isAllTracked ? [] : ignoreFilesAbove(root);
    for (const file of above) this.checkIgnoreFile(file);
    const stack: FolderLevel[] = [
      { folder: root, ignoreFiles: above, isIgnored: false, tracked: this.trackedAt(Tracked.around(root)) },
    ];
    for (let level = stack.pop(); level; level = stack.pop()) stack.push(...this.list(level).reverse());
  }

  /** Adds the manifests of a folder and returns its subfolders. */
  private list({
    folder,
    ignoreFiles: outer,
    isIgnored: isOut,
    tracked: around,
  }: FolderLevel): FolderLevel[] {
    let entries;
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      this.failures.push({
        message: `${this.displayPath(folder)}: ${reason(error)}`,
        isMadeOf: (file) => isBelow(file, folder),
      });
      return [];
    }
    entries.sort((left, right) => (left.name < right.name ? -1 : 1));
    // Patterns cannot re-include anything below an ignored folder.
    const hasIgnoreFile =
      !isOut && !this.options.isAllTracked && entries.some(({ name }) => name === '.gitignore');
    const ignoreFile = hasIgnoreFile ? readIgnoreFile(folder) : undefined;
    this.checkIgnoreFile(ignoreFile);
    const ignoreFiles = ignoreFile ? [...outer, ignoreFile] : outer;
    const tracked = entries.some(({ name }) => name === '.git')
      ? this.trackedAt(new Tracked(folder))
      : around;
    const leavesOut = (file: string, isFolder: boolean): boolean =>
      isOut || isIgnored(ignoreFiles, file, isFolder);

    const below: FolderLevel[] = [];
    for (const entry of entries) {
      // `join` makes one string: a template literal keeps its parts in memory.
      const file = [folder === '/' ? '' : folder, entry.name].join('/');
      const isManifest = isManifestName(entry.name);
      if (entry.isDirectory()) {
        if (skippedFolders.has(entry.name)) continue;
        if (!leavesOut(file, true)) below.push({ folder: file, ignoreFiles, isIgnored: false, tracked });
        // A submodule has its own ignore files and index.
        else if (tracked.has(file)) below.push({ folder: file, ignoreFiles: [], isIgnored: false, tracked });
        else if (tracked.hasBelow(file)) below.push({ folder: file, ignoreFiles, isIgnored: true, tracked });
      } else if (entry.isSymbolicLink()) {
        if (entry.name !== '.gitignore' && (!leavesOut(file, false) || tracked.has(file)))
          this.follow(file, isManifest);
      } else if (isInputName(entry.name) && entry.isFile() && (!leavesOut(file, false) || tracked.has(file)))
        this.addFile(file);
    }
    return below;
  }

  /**
   * A link to a file is read like the file; one to a folder is not followed, which also prevents loops. A link that leads outside
   * is reported without examining its target.
   */
  private follow(file: string, isManifest: boolean): void {
    const target = this.boundary.resolve(file);
    if (target === undefined && !isCircle(file)) return this.remark(file, 'leads out of the repository');
    try {
      const stats = statSync(file);
      if (target !== undefined && stats.isDirectory()) this.linkedFolders.push({ link: file, target });
      else if (isManifest && stats.isFile()) this.addFile(file, true);
      else if (isManifest) this.remark(file, 'does not lead to a file');
    } catch {
      if (isManifest) this.remark(file, 'is broken');
    }
  }

  private trackedAt(tree: Tracked): Tracked {
    this.trees.push(tree);
    return tree;
  }

  private checkIgnoreFile(file: IgnoreFile | undefined): void {
    if (file?.problem === undefined) return;
    const remark = `${this.displayPath(path.join(file.folder, '.gitignore'))}: it ignores nothing: ${file.problem}`;
    if (!this.remarks.includes(remark)) this.remarks.push(remark);
  }

  private remark(link: string, why: string): void {
    this.remarks.push(`${this.displayPath(link)}: this symbolic link ${why}, so it was skipped.`);
  }

  private addFile(file: string, isLink = false): void {
    if (this.byPath.has(file)) return;
    const source = isLink
      ? new LinkSource(file, this.workingFolder, this.boundary)
      : new FileSource(file, this.workingFolder, this.boundary);
    this.byPath.set(file, source);
  }

  /** An input that can be read only once, such as a pipe. */
  private addStream(input: number | string, file: string, name: string): void {
    let text: string | undefined;
    if (this.byPath.has(file)) return;
    this.byPath.set(file, {
      path: withSlashes(file),
      name,
      read: () => (text ??= readStream(input)),
    });
  }

  private displayPath(file: string): string {
    return shownPath(file, this.workingFolder);
  }
}

/** The path as the user would write it: relative to the working folder unless that is longer. */
function shownPath(file: string, workingFolder: string): string {
  // Each finding asks for it, and most files are below the working folder.
  if (file.startsWith(`${workingFolder}/`)) return withSlashes(file.slice(workingFolder.length + 1));
  const relative = path.relative(workingFolder, file);
  return withSlashes(relative.startsWith('..') && relative.length > file.length ? file : relative || '.');
}

/** A file; there may be a hundred thousand of them. */
class FileSource implements Source {
  constructor(
    protected readonly file: string,
    private readonly workingFolder: string,
    protected readonly boundary: Boundary,
  ) {}

  get path(): string {
    return withSlashes(this.file);
  }

  get name(): string {
    return shownPath(this.file, this.workingFolder);
  }

  read(): string {
    return readManifest(this.file, this.boundary);
  }
}

/** A symbolic link to a file; its target may have changed when it is read. */
class LinkSource extends FileSource {
  override read(): string {
    return readWithin(this.boundary, this.file);
  }
}

class LedOutError extends Error {
  override readonly message =
    'it is a symbolic link that leads out of the repository; give its target as a path to lint it.';
}

interface FolderLevel {
  readonly folder: string;
  readonly ignoreFiles: readonly IgnoreFile[];
  /** Whether the folder is ignored, so that only files that Git tracks are read in it. */
  readonly isIgnored: boolean;
  readonly tracked: Tracked;
}
