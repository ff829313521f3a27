import { statSync } from 'node:fs';
import { belongsTo } from '../files/belongs.js';
import { discover, type Discovery } from '../files/discover.js';
import { withSlashes } from '../files/ignore-files.js';
import { noUtf8, type Source } from '../model/source.js';
import { isWanted, type Place } from '../project/wanted.js';

/** So many characters of files are kept; of more only what a change reaches is not known. */
const maxKept = 64_000_000;

/** For so many times as long as looking at all files took, they are taken to be as they were. */
const trust = 4;

/** A file as it was when its stamp was taken. */
class DiskFile implements Source {
  private text: string | undefined;

  constructor(
    private readonly source: Source,
    readonly stamp: string,
    private readonly kept: { chars: number },
  ) {}

  get path(): string {
    return this.source.path;
  }

  get name(): string {
    return this.source.name;
  }

  get isKept(): boolean {
    return this.text !== undefined;
  }

  read(): string {
    if (this.text !== undefined) return this.text;
    const text = this.source.read();
    if (this.kept.chars + text.length <= maxKept) {
      this.kept.chars += text.length;
      this.text = text;
    }
    return text;
  }

  letGo(): void {
    this.kept.chars -= this.text?.length ?? 0;
  }
}

/** A file as an editor has it, and has not saved. */
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

/** The manifests of a project: as they are on disk, and where ESLint was given another text, as that has them. */
export class Files {
  /** Another number whenever there is another text. */
  version = 0;
  private onDisk = new Map<string, DiskFile>();
  private readonly edited = new Map<string, EditedFile>();
  private failing: Discovery['failures'] = [];
  private readonly kept = { chars: 0 };
  private trustedUntil = -Infinity;
  /** What was asked for in this run, with its text. */
  private readonly asked = new Map<string, string>();

  constructor(private readonly place: Place) {}

  /** Files and folders that cannot be read, in words. */
  get failures(): readonly string[] {
    return this.failing.map(({ message }) => message);
  }

  get sources(): readonly Source[] {
    const all: Source[] = [];
    for (const [path, file] of this.onDisk) all.push(this.edited.get(path) ?? file);
    for (const [path, file] of this.edited) if (!this.onDisk.has(path)) all.push(file);
    return all;
  }

  isKept(this: void, source: Source): boolean {
    return source instanceof EditedFile || (source instanceof DiskFile && source.isKept);
  }

  /**
   * Whether the files have to be looked at for what is asked: the same again is a new run, and another text is somebody who types.
   */
  isDue(path: string, text: string): boolean {
    const isAskedAgain = this.asked.get(path) === text;
    if (isAskedAgain) this.asked.clear();
    this.asked.set(path, text);
    return isAskedAgain || performance.now() > this.trustedUntil;
  }

  /** Looks at all files: one with another stamp is another file, and what an editor had of it is saved or outdated. */
  refresh(): void {
    const started = performance.now();
    const { sources, failures } = discover(['.'], this.place.workingFolder);
    this.failing = failures;
    const now = new Map<string, DiskFile>();
    for (const source of sources.filter(isWanted(['.'], this.place))) {
      const stamp = stampOf(source.path);
      const known = this.onDisk.get(source.path);
      if (known?.stamp === stamp) {
        now.set(source.path, known);
        this.onDisk.delete(source.path);
      } else {
        this.edited.delete(source.path);
        now.set(source.path, new DiskFile(source, stamp, this.kept));
        this.version += 1;
      }
    }
    // What is left is gone, or another file by now.
    for (const [path, file] of this.onDisk) {
      file.letGo();
      if (!now.has(path)) this.edited.delete(path);
      this.version += 1;
    }
    this.onDisk = now;
    this.trustedUntil = performance.now() + trust * (performance.now() - started);
  }

  /** Takes a text for that of a file; whether that is one of the project. */
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

  /** Whether a file that is not saved yet would be one of the project. */
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

/** Bytes that are no UTF-8 are another sign in what ESLint reads. */
function isSame(file: DiskFile, text: string): boolean {
  let own: string;
  try {
    own = file.read();
  } catch {
    return false;
  }
  return own === text || own.replaceAll(noUtf8, '\uFFFD') === text;
}

/** What tells a file from what it was before; empty where there is nothing. */
export function stampOf(path: string): string {
  try {
    const { mtimeNs, ctimeNs, size, ino } = statSync(path, { bigint: true });
    return `${mtimeNs} ${ctimeNs} ${size} ${ino}`;
  } catch {
    return '';
  }
}

function isThere(path: string): boolean {
  return stampOf(path) !== '';
}
