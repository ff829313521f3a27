import { type CacheEntry, entryText, readEntry } from './cache-entry.js';
import { cacheFile, type FileKind, keep, keptText } from './cache-folder.js';
import { tell } from './output.js';
import type { Surroundings } from './surroundings.js';

/** The files that hold entries. */
type EntryKind = Exclude<FileKind, 'state'>;

/** A place for what a command line prints. */
export interface Place {
  readonly folder: string;
  /** The name of the entry. */
  readonly name: string;
  /** What the entry must be for, so that a hash alone decides nothing. */
  readonly asked: string;
}

/** An entry at a place; undefined if none can be used. */
export function entryAt(place: Place, kind: EntryKind, around: Surroundings): CacheEntry | undefined {
  const text = keptText(place.folder, place.name, kind);
  if (text === undefined) return undefined;
  const entry = readEntry(text, place.asked);
  if (!entry)
    tell(around, [
      `A cache entry was ignored, because it is damaged: ${cacheFile(place.folder, place.name, kind)}`,
    ]);
  return entry;
}

/** Keeps an entry at a place. */
export function save({ folder, name }: Place, kind: EntryKind, entry: CacheEntry): void {
  const text = entryText(entry);
  if (text !== undefined) keep({ folder, name }, kind, [text]);
}
