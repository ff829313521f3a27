import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

/** Stays until the run ends (temporary.ts). */
export const temporaryFolder = (): string =>
  realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-packed-')));

let unpacked: string | undefined;

/**
 * The package as npm would publish it, unpacked beside the packages that a registry would bring, which are those of this
 * checkout: a folder named node_modules. It needs a build.
 */
export function packedModules(): string {
  if (unpacked !== undefined) return unpacked;
  const folder = temporaryFolder();
  const tarball = execFileSync(process.execPath, [path.join(root, 'scripts/pack.mjs'), folder], {
    encoding: 'utf8',
  }).trim();
  execFileSync('tar', ['xzf', tarball, '-C', folder]);
  const modules = path.join(folder, 'node_modules');
  mkdirSync(modules);
  renameSync(path.join(folder, 'package'), path.join(modules, 'rolloutkit'));
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (!name.startsWith('.')) symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  unpacked = modules;
  return modules;
}

/** A folder with the command of the packed package, as an installation puts it into the PATH. */
export function packedPrograms(): string {
  const bin = path.join(packedModules(), 'rolloutkit/bin/rolloutkit.js');
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'rolloutkit'), `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`, {
    mode: 0o755,
  });
  return folder;
}
