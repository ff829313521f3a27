import path from 'node:path';
import type { Source } from '../../model/source.js';
import type { Boundary } from '../files/boundary.js';
import { readdirSync } from '../files/disk.js';
import { withSlashes } from '../files/ignore-files.js';
import { isFile } from '../files/is-file.js';
import { stampOf } from '../files/kept-files.js';
import { readWithin } from '../files/read-text.js';

/** An entry of a folder of a chart. A link is neither. */
export interface ChartEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
}

/** The files that charts are made of. */
export interface ChartFiles {
  /** The file at a path; undefined outside of what may be read, and for one that is not found. */
  source(path: string): Source | undefined;
  /** The entries of a folder, by name; undefined if it cannot be read. */
  entries(folder: string): readonly ChartEntry[] | undefined;
  isFile(path: string): boolean;
  /** Whether a path is where the repository may refer to. */
  allows(path: string): boolean;
}

interface DiskFile {
  readonly stamp: string;
  /** Undefined if it cannot be read. */
  readonly source: Source | undefined;
}

/** Files of charts on disk. What was read stays as it is until `renew`. */
export class ChartDisk implements ChartFiles {
  private readonly files = new Map<string, DiskFile>();
  private readonly folders = new Map<string, readonly ChartEntry[] | undefined>();
  private readonly facts = new Map<string, boolean>();

  constructor(
    private readonly boundary: Boundary,
    private readonly workingFolder: string,
  ) {}

  source(file: string): Source | undefined {
    let its = this.files.get(file);
    if (!its) this.files.set(file, (its = this.read(file)));
    return its.source;
  }

  entries(folder: string): readonly ChartEntry[] | undefined {
    if (!this.folders.has(folder))
      this.folders.set(folder, this.allows(folder) ? entriesIn(folder) : undefined);
    return this.folders.get(folder);
  }

  isFile(file: string): boolean {
    return this.fact(`file ${file}`, () => isFile(file)) && this.allows(file);
  }

  allows(file: string): boolean {
    return this.fact(`in ${file}`, () => this.boundary.allows(file));
  }

  /** Looks at the disk again; returns whether anything that was read is otherwise now. */
  renew(): boolean {
    const [files, folders] = [[...this.files], [...this.folders]];
    const facts = [...this.facts];
    this.facts.clear();
    this.folders.clear();
    let isOther = false;
    for (const [file, { stamp }] of files) {
      if (stampOf(file) === stamp) continue;
      this.files.delete(file);
      isOther = true;
    }
    for (const [folder, entries] of folders)
      if (JSON.stringify(this.entries(folder)) !== JSON.stringify(entries)) isOther = true;
    for (const [fact, was] of facts) {
      const [, kind, file = ''] = /^(file|in) (.*)$/s.exec(fact) ?? [];
      if ((kind === 'file' ? this.fact(fact, () => isFile(file)) : this.allows(file)) !== was) isOther = true;
    }
    return isOther;
  }

  private fact(key: string, ask: () => boolean): boolean {
    let is = this.facts.get(key);
    if (is === undefined) this.facts.set(key, (is = ask()));
    return is;
  }

  private read(file: string): DiskFile {
    const stamp = stampOf(file);
    try {
      const text = isFile(file) ? readWithin(this.boundary, file) : undefined;
      if (text === undefined) return { stamp, source: undefined };
      const name = withSlashes(path.relative(this.workingFolder, file));
      return { stamp, source: { path: file, name, read: () => text } };
    } catch {
      return { stamp, source: undefined }; // Only Helm says what is wrong with it.
    }
  }
}

function entriesIn(folder: string): readonly ChartEntry[] | undefined {
  try {
    return sortedEntries(
      readdirSync(folder, { withFileTypes: true }).map((entry) => ({
        name: entry.name,
        kind: entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other',
      })),
    );
  } catch {
    return undefined;
  }
}

function sortedEntries(entries: readonly ChartEntry[]): readonly ChartEntry[] {
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Files of charts without some that another state of the repository does not have. */
export class ChartFilesWithout implements ChartFiles {
  constructor(
    private readonly all: ChartFiles,
    private readonly gone: ReadonlySet<string>,
  ) {}

  source(file: string): Source | undefined {
    return this.gone.has(file) ? undefined : this.all.source(file);
  }

  entries(folder: string): readonly ChartEntry[] | undefined {
    return this.all.entries(folder)?.filter(({ name }) => !this.gone.has(`${folder}/${name}`));
  }

  isFile(file: string): boolean {
    return !this.gone.has(file) && this.all.isFile(file);
  }

  allows(file: string): boolean {
    return this.all.allows(file);
  }
}

/** Files of charts of which some have texts that are not those on disk, or not yet there. */
export class KnownChartFiles implements ChartFiles {
  constructor(
    private readonly disk: ChartFiles,
    private readonly known: ReadonlyMap<string, Source>,
    /** The entries of folders of charts that lead to the known files. */
    private readonly added: KnownEntries,
  ) {}

  source(file: string): Source | undefined {
    return this.known.get(file) ?? this.disk.source(file);
  }

  entries(folder: string): readonly ChartEntry[] | undefined {
    const [own, added] = [this.disk.entries(folder), this.added.get(folder)];
    if (!added) return own;
    const names = new Set((own ?? []).map(({ name }) => name));
    const more = [...added.values()].filter(({ name }) => !names.has(name));
    return more.length === 0 ? own : sortedEntries([...(own ?? []), ...more]);
  }

  isFile(file: string): boolean {
    return this.known.has(file) || this.disk.isFile(file);
  }

  allows(file: string): boolean {
    return this.disk.allows(file);
  }
}

/** Entries of folders of charts, by the path of the folder and their name. */
export type KnownEntries = ReadonlyMap<string, ReadonlyMap<string, ChartEntry>>;

/** The entries of folders of charts that lead to some files. */
export function entriesTo(files: Iterable<string>, charts: ReadonlySet<string>): KnownEntries {
  const found = new Map<string, Map<string, ChartEntry>>();
  for (const file of files)
    for (const [folder, entry] of stepsTo(file, charts)) {
      const entries = found.get(folder) ?? new Map<string, ChartEntry>();
      found.set(folder, entries.set(entry.name, entry));
    }
  return found;
}

/** A file and the folders that lead to it within a chart, each in its folder. */
function stepsTo(file: string, charts: ReadonlySet<string>): readonly (readonly [string, ChartEntry])[] {
  const steps: (readonly [string, ChartEntry])[] = [];
  let kind: ChartEntry['kind'] = 'file';
  for (let at = file; ; kind = 'folder') {
    const slash = at.lastIndexOf('/');
    if (slash <= 0) return [];
    const folder = at.slice(0, slash);
    steps.push([folder, { name: at.slice(slash + 1), kind }]);
    if (charts.has(folder)) return steps;
    at = folder;
  }
}
