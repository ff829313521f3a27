import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Waits until the process that started it is gone, then ends the program that is at work, with all that it has started,
 * and removes the folder. The group stands in a file that runProgram writes.
 */
const janitor = `
read -r _
read -r group < "$1/group" && kill -s KILL -- "-$group"
rm -rf -- "$1"`;

/**
 * A folder for temporary files that goes with this process, however that ends. Node runs no handler of a signal while it
 * waits for a program, and none at all of SIGKILL, so a small shell holds the other end of a pipe and cleans up.
 */
export class Scratch {
  private constructor(
    readonly folder: string,
    private readonly release: () => void,
  ) {}

  static open(): Scratch {
    const name = `rolloutkit-${process.getBuiltinModule('node:crypto').randomUUID()}`;
    const folder = path.join(realpathSync(tmpdir()), name);
    const release = process.platform === 'win32' ? () => undefined : watch(folder);
    mkdirSync(folder, { mode: 0o700 });
    return new Scratch(folder, release);
  }

  /** The file in which a program notes its group while it runs. */
  get group(): string {
    return path.join(this.folder, 'group');
  }

  /** A new empty folder in it. */
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

/** Has a folder removed when this process ends, unless what is returned is called before. */
function watch(folder: string): () => void {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn('/bin/sh', ['-c', janitor, 'sh', folder], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    detached: true, // Ctrl-C in a terminal is not meant for it.
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => undefined); // Without a shell the folder is removed by us alone.
  child.unref();
  const { stdin } = child;
  stdin.on('error', () => undefined);
  (stdin as typeof stdin & { unref?: () => void }).unref?.();
  return () => stdin.destroy();
}
