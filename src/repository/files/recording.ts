import type * as Crypto from 'node:crypto';
import type { Dirent, Stats } from 'node:fs';
import { cannotRepeat } from '../../model/repeatable.js';

/**
 * What is asked about a path: whether it exists, its kind (with `?` where absence is an answer and not an error), the entries of a
 * folder, where a link or a path leads, the content of a file, the content of a file that is not behind a link, the same of a
 * manifest, where it counts as nothing else, and the paths in an index of Git.
 */
export const questions = [
  'exists',
  'stat',
  'stat?',
  'lstat',
  'lstat?',
  'names',
  'entries',
  'link',
  'real',
  'file',
  'text',
  'manifest',
  'index',
] as const;

export type Question = (typeof questions)[number];

/** Size, time of modification, time of change and inode. */
export type Stamp = readonly [size: number, modified: number, changed: number, inode: number];

/** An answer that a run got from the machine. */
export interface Fact {
  readonly question: Question;
  readonly path: string;
  /** Short: contents and lists as their hashes. `!` and a code for an error. */
  readonly answer: string;
  /** Of a content, from before it was read; undefined if the file may have changed later without another stamp. */
  readonly stamp?: Stamp | undefined;
}

/** Some file systems count in whole or even two seconds, so the stamp of a younger file proves nothing (Git's "racy" files). */
const youngMilliseconds = 2500;

/** The entries of a folder, and the answer that they are. */
export interface Listing {
  readonly entries: readonly Dirent[];
  readonly answer: string;
}

/** What a run has asked of the machine, to ask it again later. */
export class Recording {
  private readonly known = new Map<string, Fact>();
  private readonly started = Date.now();
  /** Whether the same question had one answer each time. */
  isSteady = true;

  /** Folders may have been listed just before, to see whether anything has changed; they are not listed again. */
  constructor(private readonly listings: Map<string, Listing> = new Map()) {}

  listing(folder: string): Listing | undefined {
    return this.listings.get(folder);
  }

  /** Keeps what is in a folder for a run that follows. */
  keepListing(folder: string, listing: Listing): void {
    this.listings.set(folder, listing);
  }

  get facts(): readonly Fact[] {
    return [...this.known.values()];
  }

  factOn(question: Question, path: string): Fact | undefined {
    return this.known.get(`${question} ${path}`);
  }

  note(question: Question, path: string, answer: string, stamp?: Stamp): void {
    const key = `${question} ${path}`;
    const before = this.known.get(key);
    if (!before) this.known.set(key, { question, path, answer, stamp: this.trusted(stamp) });
    // Files change during this run, so its findings may mix two states of them.
    else if (before.answer !== answer) {
      this.isSteady = false;
      cannotRepeat();
    }
  }

  /** The stamp, if every later change gives the file another one. A time in the future would not become older. */
  trusted(stamp: Stamp | undefined): Stamp | undefined {
    if (!stamp) return undefined;
    const [, modified, changed] = stamp;
    return Math.max(modified, changed) < this.started - youngMilliseconds ? stamp : undefined;
  }
}

let current: Recording | undefined;

/** The recording of this run; undefined for most. */
export function recording(): Recording | undefined {
  return current;
}

/** Notes what a function asks of the machine. */
export function record<T>(into: Recording, run: () => T): T {
  const outer = current;
  current = into;
  try {
    return run();
  } finally {
    current = outer;
  }
}

export function stampOf({ size, mtimeMs, ctimeMs, ino }: Stats): Stamp {
  return [size, mtimeMs, ctimeMs, ino];
}

/** An error as an answer. */
export function failure(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return `!${code ?? message}`;
}

/** What a path is; `-` for nothing. */
export function kindOf(stats: Stats | Dirent | undefined): string {
  if (!stats) return '-';
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isSymbolicLink() ? 'link' : 'other';
}

/** Loaded on the first use: most runs need no hash. */
let crypto: typeof Crypto | undefined;

export function hashOf(content: string | Uint8Array): string {
  crypto ??= process.getBuiltinModule('node:crypto');
  return crypto.hash('sha256', content, 'base64');
}

/** The order in which a system lists a folder means nothing. */
export function listAnswer(list: readonly (string | Dirent)[]): string {
  const lines = list.map((entry) => (typeof entry === 'string' ? entry : `${entry.name}/${kindOf(entry)}`));
  return hashOf(lines.sort().join('\0'));
}
