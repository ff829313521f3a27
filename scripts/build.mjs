// Writes dist/: the library as tsc emits it, and the command line as few files, which start faster; with --cli, these alone.
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';
import { contentsOf, lazily } from './apart.mjs';

const { values: flags } = parseArgs({ options: { cli: { type: 'boolean', default: false } } });

const root = join(import.meta.dirname, '..');
const [src, dist] = [join(root, 'src'), join(root, 'dist')];

/** What few runs need. @type {import('./apart.mjs').Apart} */
const apart = {
  // js-yaml: ordinary documents are read without it.
  'cli-yaml': { 'parse/full-tree': ['parseFully'], 'argocd/load-yaml': ['loadYaml'] },
  // Rules of definitions: objects of Istio and the Gateway API alone have them.
  'cli-cel': { 'cel/judge': ['judge', 'judgeChange'] },
  // Most repositories define no kinds of their own.
  'cli-schemas': { 'project/own-schemas': ['readOwnSchemas'] },
  'cli-definitions': { 'definitions/definition': ['readDefinition'] },
  // Threads, in which jq runs: most expressions do without.
  'cli-jq': { 'jq/worker': ['runJq'] },
  // Patches and projects name most objects plainly.
  'cli-pattern': { 'kinds/go-regexp': ['fitsRegexp'] },
  // Few runs have a configuration or render anything.
  'cli-render': {
    'cli/render': ['renderInputs'],
    'cli/existing': ['existing'],
    'config/parse-config': ['parseConfig'],
  },
  'cli-simulate': {
    'cli/simulate': ['simulateCommand'],
    'cli/drift': ['driftCommand'],
    'cli/impact': ['impactCommand'],
    'simulate/simulate': ['simulate'],
  },
  // It hashes, and to load node:crypto takes longer than most bundles.
  'cli-fingerprint': { 'report/formats/fingerprint': ['fingerprints'] },
  // What is found is mostly only told.
  'cli-fix': {
    'facts/kustomize-transformers': ['kustomizeTransformers'],
    'cli/fix': ['fixed'],
    'cli/suppress': ['suppressed'],
    'fix/shown': ['withEdits'],
  },
  // Few texts have comments that suppress rules.
  'cli-comments': { 'lint/comments': ['commentsOf', 'silenced', 'isDate', 'today'] },
  'cli-new': { 'cli/new': ['newCommand'], 'cli/migrate': ['migrateCommand'] },
  'cli-repository': { 'cli/init': ['initCommand'], 'cli/rollback': ['rollbackCommand'] },
  // Work is shared where there is much of it.
  // Most repositories have no baseline.
  'cli-baseline': {
    'baseline/compare': ['compare', 'goneOf'],
    'baseline/text': ['readBaseline', 'baselineText'],
  },
  // Few have rules of their own.
  'cli-plugins': { 'cli/plugins': ['loadPlugins'] },
};

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

/** @type {import('esbuild').Plugin} */
const dataBeside = {
  name: 'data-beside',
  setup(build) {
    build.onResolve({ filter: /\/data\/.*\.json$/ }, ({ path, importer }) => ({
      path: `./${relative(src, join(dirname(importer), path)).replaceAll('\\', '/')}`,
      external: true,
    }));
  },
};

/** @type {import('esbuild').BuildOptions} */
const options = {
  absWorkingDir: root, // It names modules from here.
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['ajv', 'cdk8s', 'constructs', 'jq-wasm', 'yaml'],
  // Its CommonJS build is several times as fast as its ES module.
  alias: { 'js-yaml': createRequire(import.meta.url).resolve('js-yaml') },
  logLevel: 'warning',
};

rmSync(dist, { recursive: true, force: true });
for (const path of readdirSync(src, { recursive: true, encoding: 'utf8' }))
  if (/\.(json|wasm|c?js|html|css)$/.test(path)) cpSync(join(src, path), join(dist, path));
await esbuild.build({
  ...options,
  entryPoints: [join(src, 'cli/main.ts')],
  outfile: join(dist, 'cli.js'),
  plugins: [lazily(apart, src, (file) => `require('./${file}.js')`), dataBeside, dirnames],
});
for (const file of Object.keys(apart))
  await esbuild.build({
    ...options,
    stdin: {
      contents: contentsOf(apart, file),
      resolveDir: src,
      loader: 'ts',
    },
    outfile: join(dist, `${file}.js`),
    plugins: [dataBeside, dirnames],
  });
execFileSync(process.execPath, [join(root, 'scripts/code.mjs')], { stdio: ['ignore', 'ignore', 'inherit'] });
if (!flags.cli) {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '--project', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
}
console.log(`${readdirSync(dist, { recursive: true }).length} files`);
