// What scripts of seeded runs share: modules of the tests in TypeScript.
import { existsSync, rmSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { writeRegistry } from './registry.mjs';

const root = join(import.meta.dirname, '..');

/**
 * What a module in TypeScript exports, or several that have to share what they import, bundled with that; the caller names its type.
 * @param {string | readonly string[]} entry from the root of the project
 * @param {import('esbuild').BuildOptions} [options] beyond these
 * @returns {Promise<any>}
 */
export async function imported(entry, options = {}) {
  // As CommonJS if nothing else is said: our library looks for jq as that does.
  const { format = 'cjs' } = options;
  const [first = '', ...others] = [entry].flat();
  const contents = [first, ...others].map((one) => `export * from './${one.replace(/\.ts$/, '.js')}';`);
  const name = `${basename(first, '.ts')}-${process.pid}.${format === 'cjs' ? 'cjs' : 'mjs'}`;
  const outfile = join(root, 'node_modules/.cache', name);
  writeRegistry();
  await build({
    ...(others.length === 0
      ? { entryPoints: [join(root, first)] }
      : { stdin: { contents: contents.join('\n'), resolveDir: root, loader: /** @type {const} */ ('ts') } }),
    outfile,
    bundle: true,
    platform: 'node',
    format,
    packages: 'external',
    ...options,
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}

/** Whether a program can be started by its name. @param {string} program */
export function isOnPath(program) {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** For a module that reads files beside it. @param {string} entry from the root of the project */
export const besideItself = (entry) => ({ __dirname: JSON.stringify(join(root, entry, '..')) });
