import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished, vi } from 'vitest';

/**
 * A program of the machine that runs the tests, from an environment variable of its name in capitals or from the PATH;
 * undefined, with a message, where there is none.
 */
export function programCalled(name: string): string | undefined {
  const given = process.env[name.toUpperCase()];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const found = given ?? folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
  if (found === undefined) console.warn(`There is no ${name} here: what needs it is skipped.`);
  return found;
}

/** Makes a folder the only place where programs are found, beside those of the system, until the test ends. */
export function onlyPrograms(...folders: readonly string[]): void {
  vi.stubEnv('PATH', [...folders, '/bin'].join(path.delimiter));
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** A folder in `root` with programs that are scripts of the shell. */
export function scripts(root: string, programs: Readonly<Record<string, string>>): string {
  const folder = path.join(root, '.bin');
  mkdirSync(folder, { recursive: true });
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(folder, name), 0o755);
  }
  return folder;
}
