// Writes dist/: the library as tsc emits it, and the command line as one file, which starts faster.
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import * as esbuild from 'esbuild';

const root = join(import.meta.dirname, '..');
const [src, dist] = [join(root, 'src'), join(root, 'dist')];
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/**
 * Lets `__dirname` mean the same folder of dist/ in the bundle as in the library, so that files loaded
 * lazily are found from both.
 * @type {import('esbuild').Plugin}
 */
const dirnames = {
  name: 'dirnames',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(src)) return undefined;
      const folder = relative(src, dirname(path)).replaceAll('\\', '/');
      const text = readFileSync(path, 'utf8');
      const here = `require('node:path').join(__dirname, ${JSON.stringify(folder)})`;
      return { contents: text.replaceAll(/\b__dirname\b/g, here), loader: 'ts' };
    });
  },
};

rmSync(dist, { recursive: true, force: true });
for (const path of readdirSync(src, { recursive: true, encoding: 'utf8' }))
  if (/\.(json|wasm|c?js|html|css)$/.test(path)) cpSync(join(src, path), join(dist, path));
await esbuild.build({
  entryPoints: [join(src, 'cli/main.ts')],
  outfile: join(dist, 'cli.js'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['ajv', 'cdk8s', 'constructs', 'jq-wasm', 'yaml'],
  // Its CommonJS build is several times as fast as its ES module.
  alias: { 'js-yaml': createRequire(import.meta.url).resolve('js-yaml') },
  plugins: [dirnames],
  logLevel: 'warning',
});
execFileSync(process.execPath, [tsc, '--project', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
console.log(`${readdirSync(dist, { recursive: true }).length} files`);
