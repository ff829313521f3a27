import { belongsTo } from '../repository/files/belongs.js';
import { discover, type Discovery } from '../repository/files/discover.js';
import { withSlashes } from '../repository/files/ignore-files.js';
import { isKept, KeptFiles, stampOf } from '../repository/files/kept-files.js';
import { noUtf8, type Source } from '../model/source.js';
import { isWanted, type Place } from '../lint/project/wanted.js';

/** How long a check of all files stays valid, as a multiple of the time that it took. */
const trust = 4;

/** A file with unsaved text of an editor. */
class EditedFile implements Source {
  constructor(
    readonly path: string,
    readonly name: string,
    readonly text: string,
  ) {}

  read(): string {
    return this.text;
  }
}

/** The manifests of a project, as on disk or with the text that ESLint was given. */
export class Files {
  /** Incremented with each change of a text. */
  version = 0;
  private readonly onDisk = new KeptFiles();
  private readonly edited = new Map<string, EditedFile>();
  private failing: Discovery['failures'] = [];
  private trustedUntil = -Infinity;
  /** The files that were linted in this run, with their text. */
  private readonly asked = new Map<string, string>();

  constructor(private readonly place: Place) {}

  /** Files and folders that cannot be read, in words. */
  get failures(): readonly string[] {
    return this.failing.map(({ message }) => message);
  }

  get sources(): readonly Source[] {
    const all: Source[] = [];
    for (const file of this.onDisk.all) all.push(this.edited.get(file.path) ?? file);
    for (const [path, file] of this.edited) if (!this.onDisk.get(path)) all.push(file);
    return all;
  }

  isKept(this: void, source: Source): boolean {
    return source instanceof EditedFile || isKept(source);
  }

  /**
   * Whether the files must be checked again: the same file with the same text means a new run, another text means typing in an editor.
   */
  isDue(path: string, text: string): boolean {
    const isAskedAgain = this.asked.get(path) === text;
    if (isAskedAgain) this.asked.clear();
    this.asked.set(path, text);
    return isAskedAgain || performance.now() > this.trustedUntil;
  }

  /** Checks all files. For a changed modification stamp the unsaved text is dropped, because it was saved or is outdated. */
  refresh(): void {
    const started = performance.now();
    const { sources, failures } = discover(['.'], this.place.workingFolder);
    this.failing = failures;
    const changed = this.onDisk.take(sources.filter(isWanted(['.'], this.place)));
    for (const path of changed) this.edited.delete(path);
    this.version += changed.size;
    this.trustedUntil = performance.now() + trust * (performance.now() - started);
  }

  /** Sets the text of a file; returns whether the file belongs to the project. */
  take(path: string, text: string): boolean {
    const file = this.onDisk.get(path);
    const known = this.edited.get(path);
    if (known ? known.text === text : file && isSame(file, text)) return true;
    if (!file && !this.isNew(path)) return false;
    this.version += 1;
    if (file && known && isSame(file, text)) this.edited.delete(path);
    else this.edited.set(path, new EditedFile(path, file?.name ?? this.nameOf(path), text));
    return true;
  }

  /** Whether an unsaved file would belong to the project. */
  private isNew(path: string): boolean {
    return (
      !isThere(path) &&
      belongsTo(['.'], this.place.workingFolder, path) &&
      isWanted(['.'], this.place)({ path })
    );
  }

  private nameOf(path: string): string {
    return path.slice(withSlashes(this.place.workingFolder).replace(/\/$/, '').length + 1);
  }
}

/** Compares texts although ESLint replaces bytes that are not UTF-8. */
function isSame(file: Source, text: string): boolean {
  let own: string;
  try {
    own = file.read();
  } catch {
    return false;
  }
  return own === text || own.replaceAll(noUtf8, '\uFFFD') === text;
}

function isThere(path: string): boolean {
  return stampOf(path) !== '';
}
