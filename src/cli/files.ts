import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import ignore, { type Ignore } from 'ignore';
import type { Source } from '../model/source.js';
import type { Note } from '../report/report.js';

/** The manifests among the inputs of a command. */
export interface Discovery {
  readonly sources: readonly Source[];
  readonly notes: readonly Note[];
  /** Inputs that do not exist or cannot be read. */
  readonly failures: readonly Note[];
}

const extensions = /\.(ya?ml|json)$/i;
const skippedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** Lists the manifests in files and folders; `-` stands for standard input. Nothing is read but ignore files. */
export function discover(inputs: readonly string[], workingFolder: string): Discovery {
  const sources = new Map<string, Source>();
  const notes: Note[] = [];
  const failures: Note[] = [];
  const add = (file: string): void => {
    if (!sources.has(file)) sources.set(file, fileSource(file, workingFolder));
  };

  for (const input of inputs) {
    if (input === '-') {
      sources.set('-', standardInput(workingFolder));
      continue;
    }
    const absolute = path.resolve(workingFolder, input);
    try {
      if (statSync(absolute).isDirectory()) walk(absolute, workingFolder, add, notes, failures);
      else add(absolute);
    } catch (error) {
      failures.push({ message: `${input}: ${reason(error)}` });
    }
  }
  return { sources: [...sources.values()], notes, failures };
}

/** Why a file could not be read, in words. */
export function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return 'there is no such file or folder.';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read.';
  if (code === 'ERR_STRING_TOO_LONG' || code === 'ERR_FS_FILE_TOO_LARGE') return 'it is too large to be read.';
  return error instanceof Error ? error.message : String(error);
}

function walk(
  root: string,
  workingFolder: string,
  add: (file: string) => void,
  notes: Note[],
  failures: Note[],
): void {
  const stack: { folder: string; rules: readonly IgnoreFile[] }[] = [{ folder: root, rules: outerIgnoreFiles(root) }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { folder } = next;
    const display = (name: string): string => path.relative(workingFolder, path.join(folder, name)) || '.';
    let entries;
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      failures.push({ message: `${display('')}: ${reason(error)}` });
      continue;
    }
    entries.sort((left, right) => (left.name < right.name ? -1 : 1));
    const rules = entries.some(({ name }) => name === '.gitignore')
      ? [...next.rules, readIgnoreFile(folder)]
      : next.rules;
    const folders: typeof stack = [];
    for (const entry of entries) {
      const file = `${folder}/${entry.name}`;
      if (entry.isSymbolicLink()) {
        if (rules.length > 0 && isIgnored(rules, file, false)) continue;
        followLink(file, display(entry.name), add, notes);
      } else if (entry.isDirectory()) {
        if (skippedFolders.has(entry.name) || (rules.length > 0 && isIgnored(rules, file, true))) continue;
        folders.push({ folder: file, rules });
      } else if (extensions.test(entry.name) && !(rules.length > 0 && isIgnored(rules, file, false))) {
        add(file);
      }
    }
    stack.push(...folders.reverse());
  }
}

/** A link to a file is read like the file; one to a folder is not followed, which also ends every loop. */
function followLink(file: string, name: string, add: (file: string) => void, notes: Note[]): void {
  try {
    if (statSync(file).isDirectory())
      notes.push({ message: `${name} is a symbolic link to a folder and was not followed; give its target as a path to lint it.` });
    else if (extensions.test(file)) add(file);
  } catch {
    if (extensions.test(file)) notes.push({ message: `${name} is a symbolic link that leads nowhere; it was left out.` });
  }
}

interface IgnoreFile {
  readonly folder: string;
  readonly rules: Ignore;
}

function readIgnoreFile(folder: string): IgnoreFile {
  const rules = ignore();
  try {
    rules.add(readFileSync(`${folder}/.gitignore`, 'utf8'));
  } catch {
    // An ignore file that cannot be read ignores nothing, as in git.
  }
  return { folder, rules };
}

/** The ignore files above a folder, up to the root of its repository. */
function outerIgnoreFiles(folder: string): readonly IgnoreFile[] {
  const files: IgnoreFile[] = [];
  let level = folder;
  for (;;) {
    if (exists(`${level}/.git`)) break;
    const parent = path.dirname(level);
    if (parent === level) return []; // Not in a repository: ignore files above mean nothing.
    level = parent;
    if (exists(`${level}/.gitignore`)) files.unshift(readIgnoreFile(level));
  }
  return files;
}

function exists(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

function isIgnored(files: readonly IgnoreFile[], file: string, isFolder: boolean): boolean {
  let ignored = false;
  for (const { folder, rules } of files) {
    const relative = file.slice(folder.length + 1) + (isFolder ? '/' : '');
    const verdict = rules.test(relative);
    if (verdict.ignored) ignored = true;
    else if (verdict.unignored) ignored = false;
  }
  return ignored;
}

function fileSource(file: string, workingFolder: string): Source {
  const name = path.relative(workingFolder, file);
  return {
    path: file.split(path.sep).join('/'),
    name: (name.startsWith('..') && name.length > file.length ? file : name).split(path.sep).join('/'),
    read: () => readFileSync(file, 'utf8'),
  };
}

function standardInput(workingFolder: string): Source {
  let text: string | undefined;
  return {
    path: `${workingFolder.split(path.sep).join('/')}/<stdin>`,
    name: '<stdin>',
    read: () => (text ??= readFileSync(0, 'utf8')),
  };
}
