import { chmodSync, cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { folderOf, run, type Run } from './command.js';

/** Runs a command as somebody who is not root, for whom there are permissions. */
export function asNobody(folder: string, ...args: readonly string[]): Run {
  // What a command loads, for these very files, is loaded before: the checkout may be root's alone.
  const copy = path.join(folderOf({}), 'copy');
  cpSync(folder, copy, { recursive: true });
  chmodSync(copy, 0o755);
  run(copy, ...args);
  for (const above of [tmpdir(), path.dirname(folder)]) chmodSync(above, 0o755); // These are the run's own.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return run(folder, ...args);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
