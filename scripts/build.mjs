// Writes dist/: the command line and the library as few files, which load faster, and the declarations of the library.
// --cli writes only the command line.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { contentsOf } from './apart.mjs';
import { writeBundles } from './bundles.mjs';
import { writeBundled } from './bundled.mjs';
import { writeRegistry } from './registry.mjs';
import { writeLists } from './written.mjs';

const { values: flags } = parseArgs({ options: { cli: { type: 'boolean', default: false } } });

const root = join(import.meta.dirname, '..');
const [src, dist] = [join(root, 'src'), join(root, 'dist')];
/** @type {typeof import('../package.json')} */
const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The public entry points of the package. */
const library = ['index', 'cdk8s/index', 'constructs/index', 'eslint/index', 'lint/plugin/index'];

/** Code that few runs need. @type {import('./apart.mjs').Apart} */
const apart = {
  // The package yaml: few runs write or print new documents.
  'cli-document': { 'yaml/write/document': ['toDocument', 'expression', 'block'] },
  // js-yaml: plain documents are read without it.
  'cli-yaml': { 'yaml/parse/full-tree': ['parseFully'], 'argocd/load-yaml': ['loadYaml'] },
  // CEL rules of definitions, which only objects of Istio and the Gateway API have.
  'cli-cel': { 'kubernetes/cel/judge': ['judge', 'judgeChange'] },
  // Most repositories define no custom kinds.
  'cli-schemas': { 'lint/project/own-schemas': ['readOwnSchemas'] },
  'cli-definitions': { 'kubernetes/definitions/definition': ['readDefinition'] },
  // Conditions and queries of metrics, which only AnalysisTemplates have.
  'cli-analysis': {
    'rollouts/analysis/verdict': [
      'verdictOn',
      'flawIn',
      'failsOnEmpty',
      'failingOnEmpty',
      'passesOn',
      'passesOnEmpty',
      'requiresResult',
      'gapsIn',
      'phaseOfNaN',
    ],
    'rollouts/analysis/first-of-several': ['firstOfSeveral'],
    'rollouts/analysis/result-phase': ['emptyResultPhase'],
    'rollouts/analysis/promql/most': ['mostOf'],
    'rollouts/analysis/promql/doubts': ['doubtsIn', 'fallbackOf', 'isEmptyWithoutFailures'],
    'rollouts/analysis/promql/query': ['isEmptyWithout', 'readQuery', 'selectedBy', 'sidesOfShare'],
  },
  // The grammar of PromQL, which only metrics of Prometheus need.
  'cli-promql': { 'rollouts/analysis/promql/parser': ['parsePromql'] },
  // Threads for jq, which most expressions do not need.
  'cli-jq': { 'argocd/jq/worker': ['runJq'] },
  // Most patches and projects name objects without patterns.
  'cli-pattern': {
    'kubernetes/kinds/go-regexp': ['findsRegexp', 'fitsRegexp', 'regexpMatches', 'regexpProblem'],
  },
  // Few runs have a configuration or render.
  'cli-render': {
    'cli/render': ['renderInputs'],
    'cli/existing': ['existing'],
    'lint/rendered/evaluated-charts': ['evaluatedCharts'],
    'repository/config/parse-config': ['parseConfig'],
  },
  'cli-simulate': {
    'cli/simulate': ['simulateCommand', 'simulateOptions', 'simulationOf'],
    'cli/drift': ['driftCommand', 'driftOptions', 'driftsIn'],
    'cli/impact': ['impactCommand', 'builtIn', 'impactBetween'],
    'cli/protect': ['protectCommand', 'protectOptions', 'protectReport'],
    'play/simulate/simulate': ['simulate'],
  },
  // Computes hashes, and loading node:crypto takes longer than loading most bundles.
  'cli-fingerprint': { 'report/formats/fingerprint': ['fingerprints'] },
  // Most runs only report findings.
  'cli-fix': {
    'rules/facts/kustomize-transformers': ['kustomizeTransformers'],
    'rules/facts/upstream-transformers': ['upstreamTransformers'],
    'cli/fix': ['fixed'],
    'cli/suppress': ['suppressed'],
    'lint/fix/shown': ['withEdits'],
  },
  // Few files contain suppression comments.
  'cli-comments': {
    'lint/comments': ['commentsOf', 'contentOf', 'isDate', 'lastAt', 'scalarsOf', 'silenced', 'today'],
  },
  'cli-new': { 'cli/new': ['newCommand'], 'cli/migrate': ['migrateCommand'] },
  // The language server, with the packages of the protocol.
  'cli-lsp': { 'cli/lsp': ['lspCommand'] },
  'cli-repository': { 'cli/init': ['initCommand'], 'cli/rollback': ['rollbackCommand'] },
  // The Model Context Protocol, with its library.
  'cli-mcp': { 'cli/mcp': ['mcpCommand'] },
  // Most repositories have no baseline.
  'cli-baseline': {
    'lint/baseline/compare': ['compare', 'goneOf'],
    'lint/baseline/text': ['readBaseline', 'baselineText'],
  },
  // Symptoms, which only explain looks for.
  'cli-symptoms': { 'cli/symptoms': ['symptomsFor'], 'cli/symptoms-as': ['aboutJson', 'aboutText'] },
  // Few runs have custom rules.
  'cli-plugins': { 'cli/plugins': ['loadPlugins'] },
};

/**
 * Makes `__dirname` the folder that a module would have in dist/ as a separate file, so that lazily loaded files are
 * found.
 * @param {string} up @returns {import('esbuild').Plugin}
 */
const dirnames = (up) => ({
  name: 'dirnames',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(src)) return undefined;
      const folder = relative(src, dirname(path)).replaceAll('\\', '/');
      const text = readFileSync(path, 'utf8');
      const here = `require('node:path').join(__dirname, ${JSON.stringify(`${up}${folder}`)})`;
      return { contents: text.replaceAll(/\b__dirname\b/g, here), loader: 'ts' };
    });
  },
});

/** Lets a bundle leave out packages of which it uses nothing. @type {import('esbuild').Plugin} */
const unusedLeftOut = {
  name: 'unused-left-out',
  setup(build) {
    build.onResolve({ filter: /^js-yaml$/ }, () => ({
      path: createRequire(import.meta.url).resolve('js-yaml'), // The CommonJS build is several times as fast as the ES module.
      sideEffects: false,
    }));
  },
};

/** @param {string} up @returns {import('esbuild').Plugin} */
const dataBeside = (up) => ({
  name: 'data-beside',
  setup(build) {
    build.onResolve({ filter: /\/data\/.*\.json$/ }, ({ path, importer }) => ({
      path: `${up}${relative(src, join(dirname(importer), path)).replaceAll('\\', '/')}`,
      external: true,
    }));
  },
});

/**
 * Servers whose packages are not installed for the action and the hook, which need none of them: the bundle, its function,
 * the packages, and what it is.
 */
const servers = [
  {
    file: 'cli-lsp',
    command: 'lspCommand',
    packages: ['vscode-languageserver', 'vscode-languageserver-textdocument'],
    what: 'language server',
  },
  { file: 'cli-mcp', command: 'mcpCommand', packages: ['@modelcontextprotocol/sdk'], what: 'MCP server' },
];
const absent = servers.filter(({ packages }) =>
  packages.some((name) => !existsSync(join(root, 'node_modules', name))),
);

/** Writes a bundle that only says that the server is not part of this build. @param {typeof servers[number]} server */
function writeAbsent({ file, command, what }) {
  const line = `This build has no ${what}, because its packages were not installed with it; install rolloutkit from a package registry.`;
  writeFileSync(
    join(dist, `${file}.js`),
    `exports.${command} = () => { throw Object.assign(new Error(), { name: 'UsageError', isOfFile: true, lines: [${JSON.stringify(line)}] }); };\n`,
  );
}

/** @type {import('esbuild').BuildOptions} */
const options = {
  absWorkingDir: root, // The metafile names modules relative to this folder.
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // Everything else is bundled, so it is not installed with the package.
  external: [
    ...Object.keys(packageJson.dependencies),
    ...Object.keys(packageJson.peerDependencies),
    // Other bundles stay the same: what ours import from each other does not depend on these.
    ...absent.flatMap(({ packages }) => packages.flatMap((name) => [name, `${name}/*`])),
  ],
  alias: {
    // The ES modules, so that the bundle leaves out code that only reads.
    yaml: join(root, 'node_modules/yaml/browser/dist/index.js'),
  },
  logLevel: 'warning',
};

/** Removes declarations that cannot be reached from these entries. @param {readonly string[]} entries */
function keepDeclarations(entries) {
  const kept = new Set(entries);
  for (const file of kept)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/['"](\.[^'"]*)\.js['"]/g))
      kept.add(join(dirname(file), `${path}.d.ts`));
  for (const path of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('.d.ts') && !kept.has(join(dist, path))) rmSync(join(dist, path));
  for (const path of readdirSync(dist, { recursive: true, encoding: 'utf8' }).sort().reverse())
    if (statSync(join(dist, path)).isDirectory() && readdirSync(join(dist, path)).length === 0)
      rmdirSync(join(dist, path));
}

/** What a cache knows this build by: its code and the data that it loads. */
function hashOfBuild() {
  const hash = createHash('sha256');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).sort();
  for (const file of files)
    if (/\.(js|cjs|json|wasm)$/.test(file)) hash.update(`${file}\0`).update(readFileSync(join(dist, file)));
  return hash.digest('hex');
}

rmSync(dist, { recursive: true, force: true });
writeRegistry();
for (const path of readdirSync(src, { recursive: true, encoding: 'utf8' }))
  if (/\.(json|wasm|c?js|html|css)$/.test(path)) cpSync(join(src, path), join(dist, path));
const simulating = ['cli-simulate', 'cli-render', 'cli'];
/** The bundles with little code of our own. */
const ofPackages = ['cli-document', 'cli-lsp', 'cli-mcp', 'cli-pattern', 'cli-promql', 'cli-yaml'];
/** The bundles that others use, besides the first one. @type {Readonly<Record<string, readonly string[]>>} */
const usedBy = {
  'cli-jq': [],
  'cli-new': simulating,
  'cli-lsp': simulating,
  'cli-repository': simulating,
  'cli-mcp': ['cli-new', 'cli-fix', ...simulating],
};
const bundled = await writeBundles(
  {
    cli: { contents: "export * from './cli/main.js';", uses: [] },
    'cli-render': { contents: contentsOf(apart, 'cli-render'), uses: ['cli'] },
    'cli-simulate': { contents: contentsOf(apart, 'cli-simulate'), uses: ['cli'] },
    ...Object.fromEntries(
      Object.keys(apart)
        .filter((file) => file !== 'cli-render' && file !== 'cli-simulate')
        // A worker thread shares no modules with the rest.
        .map((file) => [
          file,
          {
            contents: contentsOf(apart, file),
            uses: usedBy[file] ?? ['cli'],
            isWritten: !absent.some((server) => server.file === file),
            isOfPackages: ofPackages.includes(file),
          },
        ]),
    ),
    ...Object.fromEntries(
      library.map((name) => [
        name,
        { contents: `export * from './${name}.js';`, uses: simulating, isWritten: !flags.cli },
      ]),
    ),
  },
  { src, dist, apart, options, plugins: (up) => [unusedLeftOut, dataBeside(up), dirnames(up)] },
);
for (const server of absent) writeAbsent(server);
if (absent.length === 0) writeBundled(bundled, { root, dist });
execFileSync(process.execPath, [join(root, 'scripts/code.mjs')], { stdio: ['ignore', 'ignore', 'inherit'] });
if (!flags.cli) {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '--project', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
  await writeLists();
  keepDeclarations(library.map((name) => join(dist, `${name}.d.ts`)));
}
writeFileSync(join(dist, 'build-hash.txt'), `${hashOfBuild()}\n`);
console.log(`${readdirSync(dist, { recursive: true }).length} files`);
