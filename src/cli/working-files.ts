import path from 'node:path';
import { lstatSync, readFileSync, readlinkSync, statSync, type Stats } from '../repository/files/disk.js';
import { maxBytes } from '../repository/files/read-text.js';
import { realPath } from '../repository/files/real-path.js';
import type { ChangedFile, TreeEntry, Git } from './git.js';

/** A file that differs between the index and the working tree. */
export interface WorkingFile {
  readonly path: string;
  /** `added` for a file that `git add --intent-to-add` has announced. */
  readonly status: ChangedFile['status'];
  /** The object with its content in the index, if it is a regular file without a conflict. */
  readonly staged: string | undefined;
  /** Whether the working file has the content of an object. */
  has(object: string): boolean;
}

/** An entry of the index, with the file status that Git recorded. */
interface IndexEntry extends TreeEntry {
  /** 0, or 1 to 3 for the sides of a merge conflict. */
  readonly stage: number;
  readonly modified: number;
  readonly changed: number;
  readonly size: number;
  /** Whether `git add --intent-to-add` announced the file. */
  readonly isAnnounced: boolean;
  /** Whether Git assumes that the file is unchanged. */
  readonly isAssumed: boolean;
  /** Whether a sparse checkout leaves it out. */
  readonly isAbsent: boolean;
}

/** CE_VALID, CE_INTENT_TO_ADD, CE_SKIP_WORKTREE: https://github.com/git/git/blob/v2.39.5/cache.h */
const flags = { assumed: 0x8000, announced: 0x2000_0000, absent: 0x4000_0000 };

/**
 * The files that differ between the index and the working tree. `git diff` would find them, too, but it runs the
 * filters of the configuration. So Git only lists its recorded status of each file, and files with another status are
 * read and hashed here. A file that differs only in line breaks is unchanged.
 */
export function workingChanges(git: Git, isWanted: (file: string) => boolean): WorkingFile[] {
  const all = indexEntries(git);
  // The target of a link to a manifest can have any name.
  const linked = new Set(
    all
      .filter(({ mode, path: file }) => mode === '120000' && isWanted(file))
      .map(({ path: file }) => realPath(file)),
  );
  const entries = all.filter(({ path: file }) => isWanted(file) || linked.has(file));
  const written = secondOfIndex(git);
  const folders = new Folders(git.root);
  const filtered = new Set<string>();
  const files: WorkingFile[] = [];
  for (const entry of entries) {
    const { path: file, mode, isAnnounced } = entry;
    if (mode === '160000' || entry.isAssumed) continue;
    // The sides of a conflict are one file. A name that is not valid UTF-8 cannot be opened by its decoded form.
    if (files.at(-1)?.path === file || file.includes('\uFFFD')) continue;
    const isInConflict = entry.stage !== 0;
    const isKnown = !isInConflict && !isAnnounced;
    const staged = isKnown && mode.startsWith('100') ? entry.object : undefined;
    const stats = folders.stats(file);
    const has = (object: string): boolean => stats !== undefined && contentIs(file, stats, object);
    if (!stats) {
      if (!entry.isAbsent)
        files.push({ path: file, status: isInConflict ? 'modified' : 'deleted', staged, has });
      continue;
    }
    if (isKnown) {
      const isRecorded = isAsRecorded(stats, entry);
      if (isRecorded && Math.floor(stats.mtimeMs / 1000) < written) continue;
      if (has(entry.object)) continue;
      // A record from the second in which the index was written proves nothing, but for a filtered file no better
      // evidence exists.
      if (isRecorded) filtered.add(file);
    }
    files.push({ path: file, status: isAnnounced ? 'added' : 'modified', staged, has });
  }
  const same = filtered.size === 0 ? filtered : git.filtered(filtered);
  return files.filter((file) => !same.has(file.path));
}

/** The entries of the index, including the sides of conflicts. */
export function indexEntries(git: Git): IndexEntry[] {
  const pattern =
    /(\d+) (\w+) (\d)\t([^\0]*)\0(?: +ctime: (\d+):(\d+)\n +mtime: (\d+):(\d+)\n +dev: \d+\tino: \d+\n +uid: \d+\tgid: \d+\n +size: (\d+)\tflags: (\w+)\n)?/y;
  const text = git.index();
  const entries: IndexEntry[] = [];
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [, mode = '', object = '', stage, name = ''] = match;
    const [seconds, nanos, modified, modifiedNanos, size] = match.slice(5, 10).map(Number);
    const bits = Number.parseInt(match[10] ?? '0', 16);
    entries.push({
      path: git.absolute(name),
      mode,
      object,
      stage: Number(stage),
      changed: milliseconds(seconds, nanos),
      modified: milliseconds(modified, modifiedNanos),
      size: size ?? 0,
      isAnnounced: (bits & flags.announced) !== 0,
      isAssumed: (bits & flags.assumed) !== 0,
      isAbsent: (bits & flags.absent) !== 0,
    });
  }
  return entries;
}

function milliseconds(seconds = 0, nanos = 0): number {
  return seconds * 1000 + nanos / 1e6;
}

/** The second in which the index was written: a file of that age may have changed after Git recorded it. */
function secondOfIndex(git: Git): number {
  const stats = statSync(git.indexFile, { throwIfNoEntry: false });
  return stats ? Math.floor(stats.mtimeMs / 1000) : 0;
}

/** Whether a file still has the status that Git recorded. */
function isAsRecorded(stats: Stats, { size, modified, changed, mode }: IndexEntry): boolean {
  // Some programs write whole seconds into the index.
  const isAlike = (is: number, was: number): boolean =>
    was % 1000 === 0 ? Math.floor(is / 1000) * 1000 === was : Math.abs(is - was) < 0.001;
  return (
    stats.size === size &&
    isAlike(stats.mtimeMs, modified) &&
    isAlike(stats.ctimeMs, changed) &&
    (mode === '120000' ? stats.isSymbolicLink() : stats.isFile())
  );
}

/** Files as Git sees them, which does not follow links to folders. */
class Folders {
  private readonly known = new Map<string, boolean>();

  constructor(root: string) {
    this.known.set(root, true);
  }

  stats(file: string): Stats | undefined {
    if (!this.isReal(path.dirname(file))) return undefined;
    const stats = statsOf(file);
    return stats?.isFile() || stats?.isSymbolicLink() ? stats : undefined;
  }

  private isReal(folder: string): boolean {
    const known = this.known.get(folder);
    if (known !== undefined) return known;
    const is = this.isReal(path.dirname(folder)) && statsOf(folder)?.isDirectory() === true;
    this.known.set(folder, is);
    return is;
  }
}

function statsOf(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined; // The folder is not readable; the code that lists it reports that.
  }
}

/** Whether a file has the content of an object, unchanged or with Unix line breaks. */
function contentIs(file: string, stats: Stats, object: string): boolean {
  // Larger files are not read; they count as changed if their status differs from Git's record.
  if (stats.size > maxBytes) return false;
  try {
    if (stats.isSymbolicLink()) return objectId(readlinkSync(file, 'buffer'), object) === object;
    const bytes = readFileSync(file);
    if (objectId(bytes, object) === object) return true;
    if (!bytes.includes('\r\n')) return false;
    return (
      objectId(Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'), object) === object
    );
  } catch {
    return false; // The next reader of the file reports the error.
  }
}

/** The object ID of some content, with the same hash algorithm as another ID. */
function objectId(bytes: Uint8Array, { length }: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const hash = createHash(length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
