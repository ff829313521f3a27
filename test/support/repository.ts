import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
    this.git('init', '--quiet', '--initial-branch=main');
    this.git('config', 'user.name', 'Sam');
    this.git('config', 'user.email', 'sam@example.com');
    this.git('config', 'commit.gpgSign', 'false');
    for (const [name, value] of tidiesInTheForeground) this.git('config', name, value);
    if (Object.keys(files).length > 0) {
      this.write(files);
      this.commit('First');
    }
  }

  git(...args: readonly string[]): string {
    // Seconds of their own, so that commits have an order.
    const date = `${(this.time += 1)} +0000`;
    return execFileSync('git', args, {
      cwd: this.folder,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...environment(), GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    }).trimEnd();
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
    this.git('commit', '--quiet', '--no-verify', '--allow-empty', '--message', message);
    return this.git('rev-parse', 'HEAD');
  }
}

/** Without what Git tells a hook: the tests may be run by one. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
}
