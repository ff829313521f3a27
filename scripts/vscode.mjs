// Packs the extension of VS Code: the client of editors/vscode, bundled, with the packed rolloutkit as its server.
//   node scripts/vscode.mjs [folder]    leaves the .vsix there, and prints how many files it has and its size
// Needs Node 22 for vsce, and a package registry; otherwise, it is skipped. --icon draws icon.png from icon.svg instead.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { pack } from './pack.mjs';

const root = join(import.meta.dirname, '..');
const source = join(root, 'editors/vscode');

/** The first Node that vsce runs on. */
const oldest = 22;
/** The exit code that tells check.mjs that nothing could be checked. */
const skipped = 77;
/** The maximum size of the packed extension. */
const mostMegabytes = 5;

const required = [
  'extension/dist/extension.js',
  'extension/icon.png',
  'extension/LICENSE.txt',
  'extension/package.json',
  'extension/readme.md',
  'extension/server/node_modules/rolloutkit/bin/rolloutkit.js',
  'extension/server/node_modules/rolloutkit/dist/cli-lsp.js',
  'extension/server/node_modules/rolloutkit/docs/rules/rollout/services-exist.md',
];
const allowed =
  /^extension\/(dist\/(extension\.js|LICENSES\.txt)|icon\.png|LICENSE\.txt|package\.json|readme\.md|walkthrough\/[a-z]+\.md|server\/node_modules\/.+)$|^extension\.vsixmanifest$|^\[Content_Types\]\.xml$/;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { icon: { type: 'boolean', default: false } },
});

if (flags.icon) await drawIcon();
else if (Number(process.versions.node.split('.')[0]) < oldest)
  skip(`vsce needs Node ${oldest}, and this is ${process.version}.`);
else await packExtension(resolve(positionals[0] ?? mkdtempSync(join(tmpdir(), 'rolloutkit-vsix-'))));

/** @param {string} why */
function skip(why) {
  console.log(`skipped: ${why}`);
  process.exitCode = skipped;
}

/** @param {string} destination */
async function packExtension(destination) {
  const stage = mkdtempSync(join(tmpdir(), 'rolloutkit-vscode-'));
  try {
    const client = join(stage, 'client');
    cpSync(source, client, { recursive: true, filter: (path) => !path.includes('node_modules') });
    cpSync(join(root, 'LICENSE'), join(client, 'LICENSE'));
    try {
      run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], client);
    } catch (error) {
      if (!/E?AI_AGAIN|ENOTFOUND|ECONN|ENETUNREACH|ETIMEDOUT/.test(String(error))) throw error;
      return skip('no package registry answers.');
    }
    setVersion(client);
    typesOf(client);
    await bundle(client);
    addServer(client);
    mkdirSync(destination, { recursive: true });
    const vsix = join(destination, 'rolloutkit.vsix');
    const vsce = join(client, 'node_modules/@vscode/vsce/vsce');
    run(
      process.execPath,
      [vsce, 'package', '--no-dependencies', '--allow-missing-repository', '--out', vsix],
      client,
    );
    const files = await filesIn(vsix, client);
    const unfit = [
      ...required.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
      ...files.filter((file) => !allowed.test(file)).map((file) => `${file} does not belong there`),
    ];
    const megabytes = statSync(vsix).size / 1e6;
    if (megabytes > mostMegabytes) unfit.push(`${megabytes.toFixed(1)} MB are more than ${mostMegabytes}`);
    await startServer(client);
    if (unfit.length > 0) throw new Error(unfit.join('\n'));
    console.log(
      `${vsix}, ${megabytes.toFixed(1)} MB, the client ${Math.round(statSync(join(client, 'dist/extension.js')).size / 1e3)} kB`,
    );
    console.log(`${files.length} files`);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** @param {string} command @param {readonly string[]} args @param {string} cwd */
function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0)
    throw new Error(`${[command, ...args].join(' ')}\n${stdout}${stderr}${error?.message ?? ''}`);
  return stdout;
}

/** Gives the extension the version of its server. @param {string} client */
function setVersion(client) {
  const [own, ours] = [join(client, 'package.json'), join(root, 'package.json')];
  const { version } = JSON.parse(readFileSync(ours, 'utf8'));
  writeFileSync(own, JSON.stringify({ ...JSON.parse(readFileSync(own, 'utf8')), version }, undefined, 2));
}

/** Checks the types of the client, whose packages only the stage has. @param {string} client */
function typesOf(client) {
  const config = join(client, 'tsconfig.json');
  const own = JSON.parse(readFileSync(config, 'utf8'));
  own.extends = join(root, 'tsconfig.json');
  own.compilerOptions.typeRoots = [join(client, 'node_modules/@types'), join(root, 'node_modules/@types')];
  writeFileSync(config, JSON.stringify(own));
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], client);
}

/** Bundles the client, with the licences of what is in it. @param {string} client */
async function bundle(client) {
  const { metafile } = await build({
    absWorkingDir: client,
    entryPoints: ['src/extension.mjs'],
    outfile: 'dist/extension.js',
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    minify: true,
    external: ['vscode'],
    metafile: true,
    logLevel: 'warning',
  });
  const packages = new Set(
    Object.keys(metafile.inputs).flatMap(
      (input) => /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? [],
    ),
  );
  const texts = [...packages].sort().map((name) => {
    const folder = join(client, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = ['LICENSE', 'LICENSE.md', 'License.txt', 'license.txt', 'LICENSE.txt'].find((one) =>
      existsSync(join(folder, one)),
    );
    if (file === undefined) throw new Error(`${name} has no file with its licence.`);
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8')}`;
  });
  writeFileSync(join(client, 'dist/LICENSES.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));
}

/** Puts the packed rolloutkit into the extension, with its dependencies as our lockfile has them. @param {string} client */
function addServer(client) {
  const modules = join(client, 'server/node_modules');
  const own = join(modules, 'rolloutkit');
  mkdirSync(own, { recursive: true });
  const { tarball } = pack(client);
  run('tar', ['-xzf', tarball, '--strip-components=1', '-C', own], client);
  rmSync(tarball);
  const { dependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  const left = Object.keys(dependencies);
  for (const name of left) {
    const [from, to] = [join(root, 'node_modules', name), join(modules, name)];
    if (existsSync(to)) continue;
    if (existsSync(join(from, 'node_modules'))) throw new Error(`${name} has packages of its own.`);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(from, to, {
      recursive: true,
      filter: (path) => !/\.(map|ts|md)$/.test(path) || /license/i.test(path),
    });
    left.push(
      ...Object.keys(JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')).dependencies ?? {}),
    );
  }
  // VS Code's own build of Node rejects code that another one has cached, and only programs import the library.
  for (const file of readdirSync(join(own, 'dist')))
    if (file.endsWith('.code')) rmSync(join(own, 'dist', file));
  for (const file of ['index.js', 'cdk8s', 'constructs', 'eslint', 'lint/plugin'])
    rmSync(join(own, 'dist', file), { recursive: true });
}

/** The files of an archive, by the library of vsce. @param {string} vsix @param {string} client @returns {Promise<string[]>} */
function filesIn(vsix, client) {
  const yauzl = createRequire(join(client, 'package.json'))('yauzl');
  return new Promise((done, fail) => {
    yauzl.open(vsix, { lazyEntries: false }, (/** @type {Error | null} */ error, /** @type {any} */ zip) => {
      if (error) return fail(error);
      /** @type {string[]} */
      const names = [];
      zip.on('entry', (/** @type {{ fileName: string }} */ { fileName }) => names.push(fileName));
      zip.on('end', () => done(names));
      zip.on('error', fail);
    });
  });
}

/** Starts the server of the extension, and simulates with it: nothing that it needs was left out. @param {string} client */
async function startServer(client) {
  const bin = join(client, 'server/node_modules/rolloutkit/bin/rolloutkit.js');
  const folder = join(root, 'examples/istio-subset/corrected');
  const page = run(process.execPath, [bin, 'simulate', '.', '--format=html', '--rollout=quotes'], folder);
  if (!page.startsWith('<!doctype html>')) throw new Error('simulate of the extension writes no page.');
  const lines = [
    {
      ...{ id: 1, method: 'initialize' },
      params: { processId: null, rootUri: null, capabilities: {}, workspaceFolders: null },
    },
    { id: 2, method: 'shutdown' },
    { method: 'exit' },
  ].map((one) => JSON.stringify({ jsonrpc: '2.0', ...one }));
  const server = spawn(process.execPath, [bin, 'lsp', '--stdio'], { cwd: folder, timeout: 60_000 });
  server.stdin.write(lines.map((one) => `Content-Length: ${one.length}\r\n\r\n${one}`).join(''));
  let answer = '';
  server.stdout.on('data', (part) => (answer += part));
  const [code] = await once(server, 'exit');
  if (code !== 0 || !answer.includes('"name":"rolloutkit"'))
    throw new Error(`lsp of the extension ends with ${code} and answers ${answer}`);
}

/** Draws icon.png, which the marketplace needs. */
async function drawIcon() {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage({ viewport: { width: 256, height: 256 } });
  const svg = readFileSync(join(source, 'icon.svg'), 'utf8').replace(
    'width="128" height="128"',
    'width="256" height="256"',
  );
  await page.setContent(`<style>body { margin: 0; background: transparent }</style>${svg}`);
  writeFileSync(join(source, 'icon.png'), await page.screenshot({ omitBackground: true }));
  await browser.close();
  console.log('1 files');
}
