import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cannotRepeat } from '../model/repeatable.js';
import { realpathSync } from '../repository/files/disk.js';

/**
 * Waits until the parent process is gone, then kills the running program's process group and removes the folder. The
 * file with the group is written by runProgram.
 */
const janitor = `
read -r _
read -r group < "$1/group" && kill -s KILL -- "-$group"
rm -rf -- "$1"`;

/**
 * A temporary folder that is removed with this process, however it ends. Node runs no signal handler while it waits for
 * a program, and none at all for SIGKILL. So a small shell holds the other end of a pipe and cleans up.
 */
export class Scratch {
  private constructor(
    readonly folder: string,
    private readonly release: () => void,
  ) {}

  static open(): Scratch {
    cannotRepeat(); // A program reads what it wants.
    const name = `rolloutkit-${process.getBuiltinModule('node:crypto').randomUUID()}`;
    const folder = path.join(realpathSync(tmpdir()), name);
    const release = process.platform === 'win32' ? () => undefined : watch(folder);
    mkdirSync(folder, { mode: 0o700 });
    return new Scratch(folder, release);
  }

  /** The file that contains the process group of the running program. */
  get group(): string {
    return path.join(this.folder, 'group');
  }

  /** Creates an empty folder. */
  make(name: string): string {
    const folder = path.join(this.folder, name);
    mkdirSync(folder);
    return folder;
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
    this.release();
  }
}

/** Has a folder removed when this process ends, unless the returned function is called before. */
function watch(folder: string): () => void {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn('/bin/sh', ['-c', janitor, 'sh', folder], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    detached: true, // Ctrl-C in a terminal must not kill it.
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => undefined); // Without a shell, only this process removes the folder.
  child.unref();
  const { stdin } = child;
  stdin.on('error', () => undefined);
  (stdin as typeof stdin & { unref?: () => void }).unref?.();
  return () => stdin.destroy();
}
