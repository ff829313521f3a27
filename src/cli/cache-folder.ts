import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { Boundary } from '../repository/files/boundary.js';
import { lstatSync, readdirSync, statSync } from '../repository/files/disk.js';
import { readBytes } from '../repository/files/read-text.js';
import { UsageError } from './exit.js';
import type { Surroundings } from './surroundings.js';

/** What is kept at most: the newest entries that fit into both. */
const [mostEntries, mostBytes] = [64, 256 * 2 ** 20];

/** Other writers have long finished theirs. */
const oldTemporary = 60 * 60 * 1000;

/** A folder for entries, or why it cannot be used. */
type CacheFolder = { readonly folder: string } | { readonly why: string };

/**
 * The folder of the cache: the given one, else `rolloutkit` in XDG_CACHE_HOME or `~/.cache`. It must lie outside of all that is
 * linted: what a commit can add must not answer for a run.
 * https://specifications.freedesktop.org/basedir-spec/latest/ (a relative path is ignored)
 */
export function cacheFolder(
  given: string | undefined,
  paths: readonly string[],
  { folder: workingFolder, environment }: Surroundings,
): CacheFolder {
  const base = environment['XDG_CACHE_HOME'] ?? '';
  const caches = path.isAbsolute(base) ? base : path.join(environment['HOME'] ?? homedir(), '.cache');
  // A home may be relative as well, to a checkout.
  const folder = path.resolve(workingFolder, given ?? path.join(caches, 'rolloutkit'));
  if (isOfCheckout(folder, Boundary.around(workingFolder, paths))) {
    if (given !== undefined)
      throw new UsageError(
        `--cache-dir is "${given}", which is in the repository, where a commit can add files; use a folder outside.`,
      );
    return { why: `${folder} is in the repository, where a commit can add files` };
  }
  const why = problemOf(folder);
  return why === undefined ? { folder } : { why: `${folder} ${why}` };
}

/** Whether a folder, or one that it is in by its name, leads into what is linted: a commit decides where its links lead. */
function isOfCheckout(folder: string, boundary: Boundary): boolean {
  return (
    boundary.allows(folder) ||
    (folder !== path.dirname(folder) && isOfCheckout(path.dirname(folder), boundary))
  );
}

/** What is wrong with an existing folder. */
function problemOf(folder: string): string | undefined {
  let stats;
  try {
    stats = statSync(folder, { throwIfNoEntry: false });
  } catch {
    return undefined; // It cannot be read either, and then nothing is kept.
  }
  if (!stats) return undefined;
  if (!stats.isDirectory()) return 'is not a folder';
  const user = process.getuid?.();
  if (user === undefined) return undefined; // Windows.
  const isOthers = stats.uid !== user || (stats.mode & 0o022) !== 0;
  return isOthers ? 'can be written by other users' : undefined;
}

/** The text of an entry; undefined if none exists or it cannot be read. */
export function keptText(folder: string, name: string): string | undefined {
  try {
    return readBytes(fileOf(folder, name)).toString();
  } catch {
    return undefined;
  }
}

/** Keeps an entry instead of an earlier one. Where nothing can be written, nothing is kept. */
export function keep(folder: string, name: string, text: string): void {
  const temporary = path.join(folder, `${name}-${crypto.randomUUID()}.tmp`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (problemOf(folder) !== undefined) return;
    try {
      writeFileSync(temporary, text, { flag: 'wx', mode: 0o600 });
      renameSync(temporary, fileOf(folder, name));
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
    prune(folder);
  } catch {
    // A full or read-only disk: the next run does the work again.
  }
}

/** Makes an entry count as new. */
export function touch(folder: string, name: string): void {
  try {
    const now = new Date();
    utimesSync(fileOf(folder, name), now, now);
  } catch {
    // It was removed meanwhile, or the disk is read-only.
  }
}

function fileOf(folder: string, name: string): string {
  return path.join(folder, `${name}.json`);
}

/** Removes the oldest entries beyond the limits, and what interrupted runs have left. */
function prune(folder: string): void {
  const now = Date.now();
  const ours = readdirSync(folder).filter((name) =>
    /^[0-9a-f]{64}(?:\.json|-[-0-9a-f]{36}\.tmp)$/.test(name),
  );
  const files = ours.flatMap((name) => {
    const file = path.join(folder, name);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    return stats ? [{ file, stats }] : [];
  });
  const entries = files.filter(({ file }) => file.endsWith('.json'));
  entries.sort((left, right) => right.stats.mtimeMs - left.stats.mtimeMs);
  let bytes = 0;
  const isTooMuch = entries.map(({ stats }, index) => {
    bytes += stats.size;
    return index >= mostEntries || bytes > mostBytes;
  });
  const gone = [
    ...entries.filter((_, index) => isTooMuch[index]),
    ...files.filter(({ file, stats }) => file.endsWith('.tmp') && now - stats.mtimeMs > oldTemporary),
  ];
  for (const { file } of gone) rmSync(file, { force: true });
}
