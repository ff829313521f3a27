import { appendFileSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { groupBy } from '../model/multimap.js';
import { Boundary } from '../repository/files/boundary.js';
import { lstatSync, readdirSync, statSync } from '../repository/files/disk.js';
import { readBytes } from '../repository/files/read-text.js';
import { UsageError } from './exit.js';
import type { Surroundings } from './surroundings.js';

/** What is kept at most: the newest entries that fit into both. */
const [mostEntries, mostBytes] = [64, 256 * 2 ** 20];

/** Other writers have long finished theirs. */
const oldTemporary = 60 * 60 * 1000;

/**
 * What a run printed, what it has found out, and what a later run printed that began from that; or, of a run that compares, the
 * files that it has read.
 */
const fileKinds = ['json', 'state', 'last', 'files'] as const;

export type FileKind = (typeof fileKinds)[number];

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
export function keptText(folder: string, name: string, kind: FileKind = 'json'): string | undefined {
  try {
    return readBytes(cacheFile(folder, name, kind)).toString();
  } catch {
    return undefined;
  }
}

/** Keeps a file instead of an earlier one. Where nothing can be written, nothing is kept. */
export function keep(
  { folder, name }: { readonly folder: string; readonly name: string },
  kind: FileKind,
  parts: readonly (string | Uint8Array)[],
): void {
  const temporary = path.join(folder, `${name}-${crypto.randomUUID()}.tmp`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (problemOf(folder) !== undefined) return;
    try {
      writeParts(temporary, parts);
      renameSync(temporary, cacheFile(folder, name, kind));
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
    prune(folder);
  } catch {
    // A full or read-only disk: the next run does the work again.
  }
}

function writeParts(file: string, parts: readonly (string | Uint8Array)[]): void {
  writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  for (const part of parts) appendFileSync(file, part);
}

/** Makes an entry, with all that belongs to it, count as new. */
export function touch(folder: string, name: string): void {
  const now = new Date();
  for (const kind of fileKinds)
    try {
      utimesSync(cacheFile(folder, name, kind), now, now);
    } catch {
      // It does not exist or was removed meanwhile, or the disk is read-only.
    }
}

/** Names of entries, the last used one first, and those without a file last. */
export function lastUsedFirst(folder: string, names: readonly string[]): readonly string[] {
  const used = new Map(names.map((name) => [name, usedAt(cacheFile(folder, name, 'json'))]));
  return names.toSorted((one, other) => used.get(other)! - used.get(one)!);
}

function usedAt(file: string): number {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  } catch {
    return 0; // It cannot be read either.
  }
}

/** The file of an entry. */
export function cacheFile(folder: string, name: string, kind: FileKind): string {
  return path.join(folder, `${name}.${kind}`);
}

/** The name of the entry that a file is of. */
function nameOf({ file }: { readonly file: string }): string {
  return path.basename(file).slice(0, 64);
}

/** Removes the oldest entries beyond the limits, and what interrupted runs have left. */
function prune(folder: string): void {
  const now = Date.now();
  const ours = readdirSync(folder).filter((name) =>
    /^[0-9a-f]{64}(?:\.(?:json|state|last|files)|-[-0-9a-f]{36}\.tmp)$/.test(name),
  );
  const files = ours.flatMap((name) => {
    const file = path.join(folder, name);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    return stats ? [{ file, stats }] : [];
  });
  const entries = [
    ...groupBy(
      files.filter(({ file }) => !file.endsWith('.tmp')),
      nameOf,
    ).values(),
  ].map((its) => ({
    its,
    bytes: its.reduce((sum, { stats }) => sum + stats.size, 0),
    used: Math.max(...its.map(({ stats }) => stats.mtimeMs)),
  }));
  entries.sort((left, right) => right.used - left.used);
  let sum = 0;
  const tooMuch = entries.filter(({ bytes }, index) => {
    sum += bytes;
    return index >= mostEntries || sum > mostBytes;
  });
  const gone = [
    ...tooMuch.flatMap(({ its }) => its),
    ...files.filter(({ file, stats }) => file.endsWith('.tmp') && now - stats.mtimeMs > oldTemporary),
  ];
  for (const { file } of gone) rmSync(file, { force: true });
}
