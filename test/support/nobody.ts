import { chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { folderOf, run, type Run } from './command.js';

/** Runs a command as somebody who is not root, for whom there are permissions. */
export function asNobody(folder: string, ...args: readonly string[]): Run {
  // What a command loads is loaded before: the checkout may be root's alone.
  run(folderOf({}), ...args);
  for (const above of [tmpdir(), path.dirname(folder)]) chmodSync(above, 0o755); // These are the run's own.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return run(folder, ...args);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
