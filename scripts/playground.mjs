// Builds the playground, the linter in a page: npm run playground [-- --out DIR]. Prints the size of each file.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { contentsOf, lazily } from './apart.mjs';
import { imported } from './modules.mjs';
import { writeRegistry } from './registry.mjs';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { out: { type: 'string', default: join(root, 'site/dist/playground') } },
});
const out = resolve(values.out);
const from = join(root, 'site/playground');
const pages = join(root, 'src/report/pages/simulation');
writeRegistry();

/** Replaces Node's modules and the jq thread. */
/** @type {import('esbuild').Plugin} */
const forBrowsers = {
  name: 'for-browsers',
  setup(build) {
    build.onResolve({ filter: /^node:(crypto|util)$/ }, () => ({ path: join(from, 'node.ts') }));
    build.onResolve({ filter: /\/worker\.js$/ }, ({ importer }) =>
      importer.includes(join('src', 'argocd', 'jq')) ? { path: join(from, 'jq.ts') } : undefined,
    );
  },
};

/** JSON text is parsed several times as fast as the same data as JavaScript. */
/** @type {import('esbuild').Plugin} */
const dataAsText = {
  name: 'data-as-text',
  setup(build) {
    build.onLoad({ filter: /\.json$/ }, ({ path }) => ({
      contents: `module.exports = JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))))});`,
    }));
  },
};

/** The schemas of kinds that few texts have. */
const rare = /^(?:gateway-api-\w+|applicationset|appproject|serviceentry)\.json$/;
const rareSchemas = readdirSync(join(root, 'src/kubernetes/schemas/data')).filter((name) => rare.test(name));

/** Puts these in a file of their own. @type {import('esbuild').Plugin} */
const withoutRare = {
  name: 'without-rare',
  setup(build) {
    build.onLoad({ filter: /schemas\/data\/[\w-]+\.json$/ }, ({ path }) =>
      rare.test(basename(path))
        ? { contents: `module.exports = ${loaded('schemas')}.data[${JSON.stringify(basename(path))}];` }
        : undefined,
    );
  },
};

/** The rules whose sources and descriptions are left out: the playground shows neither. */
let rulesWithout = 0;
/** @type {import('esbuild').Plugin} */
const withoutSources = {
  name: 'without-sources',
  setup(build) {
    build.onLoad({ filter: /src\/rules\/[\w-]+\/[\w-]+\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const contents = text
        .replace(/^ {4}links: \[[^\]]*\],$/m, '    links: [],')
        .replace(/^ {4}description:\s+(?:'[^'\n]*'|"[^"\n]*"),$/m, "    description: '',");
      if (contents !== text) rulesWithout += 1;
      return { contents, loader: 'ts' };
    });
  },
};

/** Code that few inputs need, or that is needed after the findings. @type {import('./apart.mjs').Apart} */
const apart = {
  // js-yaml: plain documents are read without it.
  yaml: {
    'src/yaml/parse/full-tree': ['parseFully'],
    'src/argocd/load-yaml': ['loadYaml'],
    'src/report/yaml': ['toYaml'],
  },
  // The package yaml: only a difference to ignore is printed as YAML to copy.
  document: { 'src/yaml/write/document': ['toDocument', 'expression', 'block'] },
  // Most names are not patterns.
  promql: { 'src/rollouts/analysis/promql/parser': ['parsePromql'] },
  pattern: {
    'src/kubernetes/kinds/go-regexp': ['findsRegexp', 'fitsRegexp', 'regexpMatches', 'regexpProblem'],
  },
  // Few tags move, few checksums are looked at, and no scripts are pasted.
  commands: {
    'src/rules/facts/image-writers': [
      'imageWriterOf',
      'isImageSetByName',
      'isImageSetInCluster',
      'isNamedInCommands',
      'isSkippedByUpdater',
    ],
    'src/model/sha256': ['sha256'],
    'src/rules/facts/argocd/commands': ['commandsIn'],
  },
  // Few metrics are Jobs or read JSON, few queries are held against what scrapes the pods, and few inputs have policies or a Prometheus.
  measured: {
    'src/kubernetes/kinds/kyverno': ['changesPods', 'podRefusal'],
    'src/rollouts/analysis/prometheus-stacks': ['prometheusStacks'],
    'src/rollouts/analysis/job-exit': ['successOf'],
    'src/rollouts/analysis/json-path': ['jsonPathProblem', 'textBefore'],
    'src/rules/facts/scraped-labels': ['unscrapedLabel'],
    'src/rollouts/analysis/unmatched-pods': ['unmatchedPods'],
  },
  // Few ApplicationSets have a templatePatch with actions.
  patches: { 'src/repository/template/go-text': ['renderGoText'] },
  // What is proposed where a Rollout and its Ingress do not fit together.
  ingresses: {
    'src/rules/meant-ingress': ['actionPath', 'copiedPath', 'meantIngress', 'meantPath', 'pathSnippet'],
  },
  // What is wrong in an expression of jq.
  mistakes: {
    'src/argocd/jq/explain-syntax': ['explainSyntax'],
    'src/argocd/jq/explain-name': ['explainName'],
  },
  jq: { 'site/playground/jq-wasm': ['loadJq'] },
  // The page of the update, which is drawn after the findings.
  update: {
    'site/playground/page-files': ['pageFile'],
    'src/report/simulation-page/data': ['pageData'],
  },
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
// Inlined in the page with the style, because separate requests would delay the linter.
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
await esbuild.build({
  ...common,
  format: 'iife',
  entryPoints: [join(from, 'worker.ts')],
  plugins: [lazily(apart, root, loaded), forBrowsers, withoutRare, withoutSources, dataAsText],
});
if (rulesWithout < 100) throw new Error(`The sources of only ${rulesWithout} rules were left out.`);
await esbuild.build({
  ...common,
  format: 'iife',
  globalName: 'apart.schemas',
  stdin: {
    contents: `export const data = {${rareSchemas
      .map((name) => `${JSON.stringify(name)}: require('./src/kubernetes/schemas/data/${name}')`)
      .join(', ')}};`,
    resolveDir: root,
    sourcefile: 'schemas.ts',
    loader: 'ts',
  },
  outdir: undefined,
  outfile: join(out, 'schemas.js'),
  plugins: [dataAsText],
});
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

// The page of an update is a frame of this page, whose policy applies to it, so the policy allows its script by hash.
/** @type {typeof import('../src/report/simulation-page/page.js')} */
const { pagePartsOf, renderPage } = await imported('src/report/simulation-page/page.ts');
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
// Findings of the opening example are in the page, so that they are there before the linter is.
const opening = 'istio-host, as published';
const texts = examples[opening];
if (!texts) throw new Error(`There is no example "${opening}".`);
/** @type {typeof import('../site/playground/judge.js')} */
const { judge } = await imported('site/playground/judge.ts');
const prepared = JSON.stringify({ example: opening, texts, judgement: judge(texts) }).replaceAll(
  '<',
  '\\u003c',
);
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
    .replace('{opening}', () => prepared)
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
