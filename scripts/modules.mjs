// Shared by scripts of seeded runs: imports TypeScript modules of the tests.
import { existsSync, rmSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { writeRegistry } from './registry.mjs';

const root = join(import.meta.dirname, '..');

/**
 * The exports of a TypeScript module, bundled with its imports; or of several modules that must share imports. The
 * caller gives the type.
 * @param {string | readonly string[]} entry from the root of the project
 * @param {import('esbuild').BuildOptions} [options] beyond these
 * @returns {Promise<any>}
 */
export async function imported(entry, options = {}) {
  // CommonJS by default, because our library locates jq relative to it.
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

/** Whether a program is on the PATH. @param {string} program */
export function isOnPath(program) {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** Options for a module that reads files beside it. @param {string} entry from the root of the project */
export const besideItself = (entry) => ({ __dirname: JSON.stringify(join(root, entry, '..')) });
