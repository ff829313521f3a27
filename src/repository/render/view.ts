import { chmodSync, copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Far more than what any chart or kustomization is made of. */
const maxFiles = 20_000;
const maxMegabytes = 512;

/**
 * Copies of the files that programs may read, each below a temporary folder where it is on the machine. There are no links
 * in it, so what a program reads of it is what was chosen, and it stays as it was when it was looked at.
 */
export class View {
  private files = 0;
  private bytes = 0;
  private readonly copied = new Set<string>();

  /** `edited` has the texts of files that are to be seen in place of those on disk. */
  constructor(
    private readonly root: string,
    private readonly edited: (file: string) => string | undefined = () => undefined,
  ) {}

  /** Where a file or folder of the machine is in the view. */
  inside(file: string): string {
    return path.join(this.root, file);
  }

  /** What a program says, with the paths of the machine. */
  restored(text: string): string {
    return text.replaceAll(this.root, '');
  }

  folder(folder: string): void {
    mkdirSync(this.inside(folder), { recursive: true });
  }

  /** Puts a regular file there, or another one in its place. */
  copy(file: string, from = file): void {
    if (this.copied.has(file)) return;
    const text = this.edited(from);
    if (text !== undefined) {
      this.write(file, text);
      return;
    }
    this.copied.add(file);
    this.count(statSync(from).size);
    this.folder(path.dirname(file));
    copyFileSync(from, this.inside(file));
    chmodSync(this.inside(file), 0o600);
  }

  write(file: string, text: string): void {
    this.copied.add(file);
    this.count(text.length);
    this.folder(path.dirname(file));
    writeFileSync(this.inside(file), text, { mode: 0o600 });
  }

  private count(bytes: number): void {
    this.files += 1;
    this.bytes += bytes;
    if (this.files > maxFiles || this.bytes > maxMegabytes * 2 ** 20) throw new ViewTooLarge();
  }
}

/** Of more files than a program is given. */
class ViewTooLarge extends Error {
  override readonly message = `it consists of more than ${maxFiles} files or ${maxMegabytes} MB.`;
}
