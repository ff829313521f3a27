// The command line with an unsafe writer, which proves that the kills occur at the right moments.
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** Writes to the target itself, in several parts. */
const put = `function put(_: Boundary, target: string, given: Text): void {
  const text = typeof given === 'string' ? given : [...given].join('');
  const descriptor = openSync(target, 'w');
  const size = Math.ceil(text.length / 8);
  for (let at = 0; at < text.length; at += size) writeFileSync(descriptor, text.slice(at, at + size));
  closeSync(descriptor);
}`;

/** Builds it in a folder, from a copy of the sources. Returns the program. @param {string} folder */
export function buildBadWriter(folder) {
  for (const part of ['bin', 'package.json', 'scripts', 'src', 'templates', 'tsconfig.json'])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  for (const part of ['examples', 'node_modules'])
    symlinkSync(path.join(root, part), path.join(folder, part));
  const file = path.join(folder, 'src/repository/files/write.ts');
  const good = readFileSync(file, 'utf8');
  const bad = good.replace(/^function put\([^]*?^}/m, put);
  if (bad === good) throw new Error('src/repository/files/write.ts has no function "put" any more.');
  writeFileSync(file, bad);
  execFileSync(process.execPath, [path.join(folder, 'scripts/build.mjs'), '--cli'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return path.join(folder, 'bin/rolloutkit.js');
}
