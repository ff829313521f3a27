import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Boundary } from '../files/boundary.js';
import { readBytes } from '../files/read-text.js';

/** Far more than real charts and kustomizations consist of. */
const maxFiles = 20_000;
const maxMegabytes = 512;

/**
 * Copies of the files that programs may read, each below a temporary folder at its path on the machine. The copies contain no
 * links, so a program reads only what was chosen, as it was when it was checked.
 */
export class View {
  private files = 0;
  private bytes = 0;
  private readonly copied = new Set<string>();

  /** `edited` has unsaved contents that replace files on disk. */
  constructor(
    private readonly root: string,
    private readonly boundary: Boundary,
    private readonly edited: (file: string) => string | undefined = () => undefined,
  ) {}

  /** The path of a file or folder in the view. */
  inside(file: string): string {
    return path.join(this.root, file);
  }

  /** The output of a program, with the original paths. */
  restored(text: string): string {
    return text.replaceAll(this.root, '');
  }

  folder(folder: string): void {
    mkdirSync(this.inside(folder), { recursive: true });
  }

  /** Adds a regular file, possibly with the content of another one. Throws for one outside of the boundary. */
  copy(file: string, from = file): void {
    if (this.copied.has(file)) return;
    this.write(file, this.edited(from) ?? readBytes(from, this.boundary));
  }

  write(file: string, content: string | Buffer): void {
    this.copied.add(file);
    this.count(content.length);
    this.folder(path.dirname(file));
    writeFileSync(this.inside(file), content, { mode: 0o600 });
  }

  private count(bytes: number): void {
    this.files += 1;
    this.bytes += bytes;
    if (this.files > maxFiles || this.bytes > maxMegabytes * 2 ** 20) throw new ViewTooLarge();
  }
}

/** The view would have more files than allowed. */
class ViewTooLarge extends Error {
  override readonly message = `it consists of more than ${maxFiles} files or ${maxMegabytes} MB.`;
}
