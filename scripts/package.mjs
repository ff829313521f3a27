// Packs the project, checks the tarball with publint and attw, installs it in an empty project and uses it there.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { pack } from './pack.mjs';
import { sbom } from './sbom.mjs';

const root = join(import.meta.dirname, '..');
const modules = join(root, 'node_modules');
const temporary = mkdtempSync(join(tmpdir(), 'rolloutkit-package-'));

const required = [
  'LICENSE',
  'README.md',
  'bin/rolloutkit.js',
  'dist/cdk8s/index.d.ts',
  'dist/cdk8s/index.js',
  'dist/LICENSES.txt',
  'dist/bundled.json',
  'dist/cli.js',
  'dist/constructs/index.d.ts',
  'dist/constructs/index.js',
  'dist/index.d.ts',
  'dist/index.js',
  'docs/rules/README.md',
  'package.json',
  'schema/config.json',
  'schema/lint-report.json',
  'templates/cdk8s/package.json',
];
const allowed = /^(bin|dist|schema|templates)\/|^docs\/.+\.md$|^(LICENSE|README\.md|package\.json)$/;

/** The maximum size of the installed package alone. */
const mostMegabytes = 15;

/** The size of the files of a folder in blocks of 4 KiB. @param {string} folder */
const sizeOf = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { name, parentPath }) => sum + Math.ceil(statSync(join(parentPath, name)).size / 4096) * 4096,
      0,
    );

/** @param {string} text */
const fail = (text) => {
  console.log(text);
  process.exitCode = 1;
};

/**
 * @param {string} cwd
 * @param {string} command
 * @param {string[]} args
 */
const run = (cwd, command, ...args) => {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch (error) {
    const { stdout, stderr } = /** @type {{ stdout: string, stderr: string }} */ (error);
    fail(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
    return '';
  }
};

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

try {
  const { tarball, files } = pack(temporary);
  for (const path of required) if (!files.includes(path)) fail(`The tarball lacks ${path}.`);
  for (const path of files) if (!allowed.test(path)) fail(`The tarball should not hold ${path}.`);

  const pkg = readJson(join(root, 'package.json'));
  const bytes = readFileSync(tarball);
  const { messages } = await publint({
    pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) },
  });
  for (const message of messages) fail(`publint: ${formatMessage(message, pkg)}`);
  run(root, join(modules, '.bin/attw'), tarball, '--no-definitely-typed', '--no-emoji');

  const user = join(temporary, 'user');
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{ "private": true }\n');
  run(user, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', tarball);
  const version = run(user, join(user, 'node_modules/.bin/rolloutkit'), '--version');
  if (version !== pkg.version) fail(`The installed command says "${version}", not "${pkg.version}".`);
  run(user, 'node', '--eval', "require('rolloutkit')");
  const installed = readJson(join(user, 'node_modules/rolloutkit/package.json'));
  for (const key of ['scripts', 'devDependencies'])
    if (key in installed) fail(`The package.json of the package has "${key}".`);

  // What bundles do not load from node_modules is bundled, and belongs in devDependencies.
  const bundles = files.filter((path) => /^dist\/.*\.c?js$/.test(path));
  const texts = bundles.map((path) => readFileSync(join(root, path), 'utf8'));
  for (const name of Object.keys(pkg.dependencies))
    if (!texts.some((text) => new RegExp(`\\b(?:require|resolve)\\(["']${name}["'/]`).test(text)))
      fail(`No bundle loads ${name}, which is a dependency.`);

  const size = sizeOf(join(user, 'node_modules/rolloutkit'));
  if (size > mostMegabytes * 1e6)
    fail(`Installed, the package takes ${(size / 1e6).toFixed(1)} MB; it may take ${mostMegabytes}.`);

  const components = JSON.parse(sbom(tarball)).components.map(
    (/** @type {{ name: string }} */ { name }) => name,
  );
  const there = run(user, 'npm', 'ls', '--all', '--parseable').split('\n').slice(1);
  /** @type {{ name: string }[]} */
  const bundled = readJson(join(user, 'node_modules/rolloutkit/dist/bundled.json'));
  const expected = [
    ...new Set([
      ...there.map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)),
      ...bundled.map(({ name }) => name),
    ]),
  ].sort();
  if (components.sort().join() !== expected.filter((name) => name !== 'rolloutkit').join())
    fail(`The SBOM lists ${components.join(', ')}; installed are ${expected.join(', ')}.`);

  // As the action and the hook build it: in another folder, with other packages around.
  const elsewhere = join(temporary, 'elsewhere');
  for (const part of ['action', 'bin', 'examples', 'package.json', 'scripts', 'src', 'tsconfig.json'])
    cpSync(join(root, part), join(elsewhere, part), { recursive: true });
  run(temporary, 'node', join(elsewhere, 'scripts/prepare.mjs'));
  const built = existsSync(join(elsewhere, 'dist'))
    ? readdirSync(join(elsewhere, 'dist'), { recursive: true, encoding: 'utf8', withFileTypes: true })
    : [];
  // The packages of the servers are not installed there, and the hash is of the servers, too.
  const others = ['cli-lsp.js', 'cli-mcp.js', 'build-hash.txt'];
  const compared = built.filter(
    (entry) => entry.isFile() && !entry.name.endsWith('.code') && !others.includes(entry.name),
  );
  if (!compared.some(({ name }) => name === 'cli.js'))
    fail('Built in another folder, there is no dist/cli.js.');
  for (const { name, parentPath } of compared) {
    const path = join(parentPath, name);
    const here = join(root, relative(elsewhere, path));
    if (!existsSync(here) || !readFileSync(path).equals(readFileSync(here)))
      fail(`Built in another folder, ${relative(elsewhere, path)} is another file.`);
  }

  for (const style of ['cdk8s', 'helm', 'kustomize', 'yaml']) {
    const empty = join(temporary, style);
    mkdirSync(empty);
    const options = [`--style=${style}`, '--router=istio-subset', '--image=shop:1', '--namespace=shop'];
    const written = run(empty, join(user, 'node_modules/.bin/rolloutkit'), 'new', 'checkout', ...options);
    if (!/rollout\.yaml|services\/checkout\.ts/.test(written))
      fail(`new --style ${style} writes no Rollout.`);
    for (const file of written.split('\n'))
      if (!existsSync(join(empty, file))) fail(`new --style ${style} has not written "${file}".`);
  }
  for (const peer of Object.keys(pkg.peerDependencies)) {
    const place = join(user, 'node_modules', peer);
    if (existsSync(place)) fail(`Installing rolloutkit alone brings ${peer}, an optional peer.`);
    else symlinkSync(join(modules, peer), place);
  }
  const has = "import { CanaryRollout } from 'rolloutkit/constructs'; console.log(typeof CanaryRollout)";
  if (run(user, 'node', '--input-type=module', '--eval', has) !== 'function')
    fail('An ES module does not get CanaryRollout from rolloutkit/constructs.');

  console.log(`${files.length} files`);
} finally {
  rmSync(temporary, { recursive: true });
}
