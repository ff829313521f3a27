import { isBehindLink } from '../../repository/files/behind-link.js';
import { belongsTo } from '../../repository/files/belongs.js';
import { byDiscovery, discover, type Discovery } from '../../repository/files/discover.js';
import { withSlashes } from '../../repository/files/ignore-files.js';
import { isKept, KeptFiles, stampOf } from '../../repository/files/kept-files.js';
import { noUtf8, type Source } from '../../model/source.js';
import { isWanted, type IgnoringFolder } from '../project/wanted.js';

/** A file with unsaved text, of an editor or of an agent. */
export class EditedFile implements Source {
  constructor(
    readonly path: string,
    readonly name: string,
    readonly text: string,
  ) {}

  read(): string {
    return this.text;
  }
}

/** The manifests below a working folder, as on disk or with unsaved text. */
export class WorkspaceFiles {
  /** Incremented with each change of a file. */
  version = 0;
  private readonly onDisk = new KeptFiles();
  private readonly edited = new Map<string, EditedFile>();
  private failing: Discovery['failures'] = [];

  constructor(private readonly place: IgnoringFolder) {}

  /** Files and folders that cannot be read, in words. */
  get failures(): readonly string[] {
    return this.failing.map(({ message }) => message);
  }

  get sources(): readonly Source[] {
    // As if they were saved: of several definitions of an object in one folder, the last one takes effect.
    const onDisk = this.onDisk.all;
    const edited = [...onDisk];
    const unsaved: Source[] = [];
    for (const one of this.edited.values()) {
      const file = this.onDisk.get(one.path);
      // Each key asks for all files, of which few are edited.
      if (file) edited[onDisk.indexOf(file)] = one;
      else unsaved.push(one);
    }
    if (unsaved.length === 0) return edited;
    unsaved.sort((left, right) => byDiscovery(left.path, right.path));
    const all: Source[] = [];
    let next = 0;
    for (const file of edited) {
      for (let one = unsaved[next]; one && byDiscovery(one.path, file.path) < 0; one = unsaved[next]) {
        all.push(one);
        next += 1;
      }
      all.push(file);
    }
    return [...all, ...unsaved.slice(next)];
  }

  /** The file at a path, as it is linted. */
  get(path: string): Source | undefined {
    return this.edited.get(path) ?? this.onDisk.get(path);
  }

  isKept(this: void, source: Source): boolean {
    return source instanceof EditedFile || isKept(source);
  }

  /** Checks all files. Returns the paths of those that were added, removed or changed on disk; unsaved texts stay. */
  refresh(): ReadonlySet<string> {
    const { sources, failures } = discover(['.'], this.place.workingFolder);
    this.failing = failures;
    const changed = this.onDisk.take(sources.filter(isWanted(['.'], this.place)));
    this.version += changed.size;
    return changed;
  }

  /** Sets the unsaved text of a file; returns whether the file belongs to the project. */
  edit(path: string, text: string): boolean {
    const file = this.onDisk.get(path);
    const known = this.edited.get(path);
    if (known ? known.text === text : file && hasText(file, text)) return true;
    if (!file && !known && !this.isNew(path)) return false;
    this.version += 1;
    if (file && known && hasText(file, text)) this.edited.delete(path);
    else this.edited.set(path, new EditedFile(path, file?.name ?? this.nameOf(path), text));
    return true;
  }

  /** Notes that another file has changed that manifests are made of. */
  touch(): void {
    this.version += 1;
  }

  /** Drops the unsaved text of a file. */
  release(path: string): void {
    if (this.edited.delete(path)) this.version += 1;
  }

  /** Whether an unsaved file would belong to the project. */
  private isNew(path: string): boolean {
    return (
      stampOf(path) === '' &&
      !isBehindLink(path, this.place.workingFolder) &&
      belongsTo(['.'], this.place.workingFolder, path) &&
      isWanted(['.'], this.place)({ path })
    );
  }

  private nameOf(path: string): string {
    return path.slice(withSlashes(this.place.workingFolder).replace(/\/$/, '').length + 1);
  }
}

/** Compares texts although editors replace bytes that are not UTF-8. */
function hasText(file: Source, text: string): boolean {
  let own: string;
  try {
    own = file.read();
  } catch {
    return false;
  }
  return own === text || own.replaceAll(noUtf8, '\uFFFD') === text;
}
