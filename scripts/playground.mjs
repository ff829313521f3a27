// Builds the playground, the linter in a page: npm run playground [-- --out DIR]. It prints what each file takes.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { contentsOf, lazily } from './apart.mjs';
import { calledIn, divided } from './late.mjs';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { out: { type: 'string', default: join(root, 'site/dist/playground') } },
});
const out = resolve(values.out);
const from = join(root, 'site/playground');
const pages = join(root, 'src/report/simulation-page');

/** What the linter loads of Node, and the thread of jq, are others here. */
/** @type {import('esbuild').Plugin} */
const forBrowsers = {
  name: 'for-browsers',
  setup(build) {
    build.onResolve({ filter: /^node:(crypto|util)$/ }, () => ({ path: join(from, 'node.ts') }));
    build.onResolve({ filter: /\/worker\.js$/ }, ({ importer }) =>
      importer.includes(join('src', 'jq')) ? { path: join(from, 'jq.ts') } : undefined,
    );
  },
};

/** Data as a text is read several times as fast as the same as a program. */
/** @type {import('esbuild').Plugin} */
const dataAsText = {
  name: 'data-as-text',
  setup(build) {
    build.onLoad({ filter: /\.json$/ }, ({ path }) => ({
      contents: `module.exports = JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))))});`,
    }));
  },
};

/** What few texts need, or what comes after the findings. @type {import('./apart.mjs').Apart} */
const apart = {
  // js-yaml: ordinary documents are read without it.
  yaml: {
    'src/parse/full-tree': ['parseFully'],
    'src/argocd/load-yaml': ['loadYaml'],
    'src/report/yaml': ['toYaml', 'yamlToCopy'],
  },
  // Most names are plain.
  pattern: { 'src/kinds/go-regexp': ['fitsRegexp'] },
  jq: { 'site/playground/jq-wasm': ['loadJq'] },
  update: { 'site/playground/page-files': ['pageFile'] },
};
/** @param {string} file */
const loaded = (file) => `(globalThis.apart?.${file} ?? (importScripts('${file}.js'), apart.${file}))`;

/** @param {string} folder */
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

const examples = Object.fromEntries(
  readdirSync(join(root, 'examples'))
    .flatMap((name) => ['as-published', 'corrected'].map((state) => [name, state]))
    .flatMap(([name = '', state = '']) => {
      const folder = join(root, 'examples', name, state);
      const texts = readdirSync(join(root, 'examples', name)).includes(state) ? filesOf(folder) : [];
      return texts.length === 0 ? [] : [[`${name}, ${state.replace('-', ' ')}`, texts]];
    }),
);
const pageFiles = Object.fromEntries(
  readdirSync(pages)
    .filter((name) => /\.(html|css|js)$/.test(name))
    .map((name) => [name, readFileSync(join(pages, name), 'utf8')]),
);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
/** @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: root,
  outdir: out,
  bundle: true,
  platform: 'browser',
  target: 'es2023',
  minify: true,
  logLevel: 'warning',
};
await esbuild.build({
  ...common,
  format: 'esm',
  entryPoints: ['editor', 'examples'].map((file) => ({ in: join(from, `${file}.ts`), out: file })),
  define: { exampleTexts: JSON.stringify(examples) },
});
// These and the style stand in the page itself: the linter would come later by as much as the page waits for them.
const [start = '', script = ''] = await Promise.all(
  ['start', 'page'].map(async (file) => {
    const { outputFiles } = await esbuild.build({
      ...common,
      format: 'iife',
      entryPoints: [join(from, `${file}.ts`)],
      external: ['./editor.js', './examples.js'],
      write: false,
    });
    return outputFiles[0]?.text.trim() ?? '';
  }),
);
const style = readFileSync(join(from, 'playground.css'), 'utf8');
for (const file of Object.keys(apart))
  await esbuild.build({
    ...common,
    format: 'iife',
    globalName: `apart.${file}`,
    stdin: { contents: contentsOf(apart, file), resolveDir: root, sourcefile: `${file}.ts`, loader: 'ts' },
    outdir: undefined,
    outfile: join(out, `${file}.js`),
    define: { pageFiles: JSON.stringify(pageFiles) },
    plugins: [forBrowsers],
  });

const { outputFiles } = await esbuild.build({
  ...common,
  format: 'iife',
  entryPoints: [join(from, 'worker.ts')],
  plugins: [lazily(apart, root, loaded), forBrowsers, dataAsText],
  minify: false, // Whoever divides it minifies the parts.
  write: false,
});
const program = outputFiles[0]?.text ?? '';
// What the fixtures of rules show is found without the rest.
const fixtures = filesOf(join(root, 'test/rules'))
  .filter(({ name }) => name.split(sep).length === 3)
  .map(({ name, text }) => [{ name: basename(name), text }]);
const texts = [...Object.values(examples), ...fixtures];
const parts = divided(program, await calledIn(program, ...threadOf(texts)), 'late.js');
for (const [file, part] of [
  ['worker.js', parts.early],
  ['late.js', parts.late],
]) {
  const { code } = await esbuild.transform(part ?? '', { minify: true, target: common.target });
  writeFileSync(join(out, file ?? ''), code);
}

// The page of an update is a frame of this one, whose policy holds there, too: its script is allowed by what it is.
const { pagePartsOf, renderPage } = await import('../dist/report/simulation-page/page.js');
const page = renderPage(
  pagePartsOf((/** @type {string} */ file) => pageFiles[file] ?? ''),
  [],
);
const scripts = [
  start,
  script,
  ...[...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => script),
];
const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
const policy = [
  "default-src 'none'",
  `script-src 'self' 'wasm-unsafe-eval' ${hashes.join(' ')}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "worker-src 'self'",
  'frame-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
const options = Object.keys(examples)
  .map((name) => `<option>${name}</option>`)
  .join('');
writeFileSync(
  join(out, 'index.html'),
  readFileSync(join(from, 'index.html'), 'utf8')
    .replace('{policy}', () => policy)
    .replace('<script src="start.js"></script>', () => `<script>${start}</script>`)
    .replace('<script src="playground.js"></script>', () => `<script>${script}</script>`)
    .replace('<link rel="stylesheet" href="playground.css" />', () => `<style>${style}</style>`)
    .replace('{examples}', () => options),
);

const built = readdirSync(out);
for (const name of built) {
  const bytes = readFileSync(join(out, name));
  console.log(
    `${name.padEnd(32)}${String(bytes.length).padStart(10)} B${String(gzipSync(bytes).length).padStart(10)} B gzipped`,
  );
}
console.log(`${built.length} files in ${out}`);

/**
 * What a thread of a browser has, and what asks it for all that is wrong with some texts.
 * @param {readonly { name: string, text: string }[][]} all @returns {[Record<string, unknown>, () => Promise<void>]}
 */
function threadOf(all) {
  /** @type {(event: { data: object }) => void} */
  let ask;
  /** @type {(answer: { failure?: string, first?: unknown }) => void} */
  let answered;
  /** @type {Record<string, unknown>} */
  const globals = {
    TextEncoder,
    performance,
    addEventListener: (/** @type {string} */ _, /** @type {typeof ask} */ listener) => (ask = listener),
    postMessage: (/** @type {{ failure?: string, first?: unknown }} */ answer) =>
      answer.first ?? answered(answer),
    importScripts: (/** @type {string} */ file) =>
      runInContext(readFileSync(join(out, file), 'utf8'), globals),
  };
  const run = async () => {
    for (const texts of all) {
      const { failure } = await new Promise((done) => {
        answered = done;
        ask({ data: { id: 0, texts, wants: 'findings' } });
      });
      if (failure !== undefined) throw new Error(failure);
    }
  };
  return [globals, run];
}
