import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { folderOf } from './command.js';

/**
 * `git fetch --refetch` lets git tidy up every time. In the background, as it does by itself, it would still write into a
 * folder that a test removes.
 */
export const tidiesInTheForeground = [
  ['gc.autoDetach', 'false'],
  ['maintenance.autoDetach', 'false'],
] as const;

/** A Git repository that lives as long as the test, in a folder of its own. */
export class Repository {
  readonly folder = folderOf({});
  private time = 1_700_000_000;

  constructor(files: Readonly<Record<string, string>> = {}) {
    cpSync(path.join(emptyRepository(), '.git'), path.join(this.folder, '.git'), { recursive: true });
    if (Object.keys(files).length > 0) {
      this.write(files);
      this.commit('First');
    }
  }

  git(...args: readonly string[]): string {
    // Seconds of their own, so that commits have an order.
    const date = `${(this.time += 1)} +0000`;
    return git(this.folder, args, { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date });
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(this.folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }

  remove(name: string): void {
    rmSync(path.join(this.folder, name), { recursive: true });
  }

  move(from: string, to: string): void {
    mkdirSync(path.dirname(path.join(this.folder, to)), { recursive: true });
    renameSync(path.join(this.folder, from), path.join(this.folder, to));
  }

  /** Commits all that there is, and returns the name of the commit. */
  commit(message: string): string {
    this.git('add', '--all');
    const told = this.git(
      '-c',
      'core.abbrev=no',
      'commit',
      '--no-verify',
      '--allow-empty',
      '--message',
      message,
    );
    return /^\[.*?([\da-f]{40})\]/.exec(told)?.[1] ?? this.git('rev-parse', 'HEAD');
  }
}

let empty: string | undefined;

/** A repository without commits, which is copied: to make one takes a dozen programs. */
function emptyRepository(): string {
  if (empty !== undefined && existsSync(empty)) return empty;
  empty = mkdtempSync(path.join(tmpdir(), 'rolloutkit-empty-'));
  git(empty, ['init', '--quiet', '--initial-branch=main', '--template=']);
  const settings = [
    ['user.name', 'Sam'],
    ['user.email', 'sam@example.com'],
    ['commit.gpgSign', 'false'],
    ...tidiesInTheForeground,
  ] as const;
  for (const [name, value] of settings) git(empty, ['config', name, value]);
  mkdirSync(path.join(empty, '.git/hooks'));
  return empty;
}

function git(folder: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): string {
  const env = { ...environment(), ...more };
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe', env }).trimEnd();
}

/** Without what Git tells a hook: the tests may be run by one. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
}
