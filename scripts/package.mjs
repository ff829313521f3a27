// Packs the project, judges the tarball with publint and attw, installs it in an empty project and uses it there.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const root = join(import.meta.dirname, '..');
const modules = join(root, 'node_modules');
const temporary = mkdtempSync(join(tmpdir(), 'rolloutkit-package-'));

const required = [
  'LICENSE',
  'README.md',
  'bin/rolloutkit.js',
  'dist/cdk8s/index.d.ts',
  'dist/cdk8s/index.js',
  'dist/cli.js',
  'dist/constructs/index.d.ts',
  'dist/constructs/index.js',
  'dist/index.d.ts',
  'dist/index.js',
  'docs/rules/README.md',
  'package.json',
  'templates/cdk8s/package.json',
];
const allowed = /^(bin|dist|docs\/rules|templates)\/|^(LICENSE|README\.md|package\.json)$/;

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
  const [packed] = JSON.parse(
    run(root, 'npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', temporary),
  );
  const tarball = join(temporary, packed.filename);
  /** @type {string[]} */
  const files = packed.files.map((/** @type {{ path: string }} */ { path }) => path);
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
