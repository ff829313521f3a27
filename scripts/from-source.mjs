// Loads modules of src/ that the package does not export.
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'node_modules/.cache/from-source');

/**
 * What modules export, together.
 * @template T
 * @param {...string} modules such as parse/read
 * @returns {T}
 */
export function fromSource(...modules) {
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${modules.join('+').replaceAll('/', '-')}-${process.pid}.cjs`);
  buildSync({
    absWorkingDir: root,
    stdin: {
      contents: modules.map((module) => `export * from './src/${module}.js';`).join('\n'),
      resolveDir: root,
      loader: 'ts',
    },
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    packages: 'external',
    logLevel: 'warning',
  });
  return createRequire(import.meta.url)(outfile);
}
