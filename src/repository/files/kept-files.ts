import { statSync } from './disk.js';
import type { Source } from '../../model/source.js';

/** The limit of characters that are kept; for more files, only what a change reaches is unknown. */
const maxKept = 64_000_000;

/** A file as it was when its stamp was taken. */
class KeptFile implements Source {
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

/** Whether a file still returns the content that was read, whatever happened to it on disk. */
export function isKept(source: Source): boolean {
  return source instanceof KeptFile && source.isKept;
}

/** Files over time: an unchanged file is the same object, with the content that was read. */
export class KeptFiles {
  private files = new Map<string, KeptFile>();
  private list: readonly Source[] | undefined;
  private readonly kept = { chars: 0 };

  /** In the order in which they were given. */
  get all(): readonly Source[] {
    return (this.list ??= [...this.files.values()]);
  }

  get(path: string): Source | undefined {
    return this.files.get(path);
  }

  /** Takes the current files. Returns the paths of those that were added, removed or changed. */
  take(found: readonly Source[]): ReadonlySet<string> {
    const changed = new Set<string>();
    const now = new Map<string, KeptFile>();
    for (const source of found) {
      const stamp = stampOf(source.path);
      const known = this.files.get(source.path);
      if (known?.stamp === stamp) {
        now.set(source.path, known);
        this.files.delete(source.path);
      } else {
        now.set(source.path, new KeptFile(source, stamp, this.kept));
        changed.add(source.path);
      }
    }
    // What is left was deleted or replaced.
    for (const [path, file] of this.files) {
      file.letGo();
      changed.add(path);
    }
    this.files = now;
    this.list = undefined;
    return changed;
  }
}

/** Identifies a version of a file; empty if it does not exist. */
export function stampOf(path: string): string {
  try {
    const { mtimeNs, ctimeNs, size, ino } = statSync(path, { bigint: true });
    return `${mtimeNs} ${ctimeNs} ${size} ${ino}`;
  } catch {
    return '';
  }
}
