// Packs the project and uses the package as users do: in the projects of consumers/ on each line of Node that is supported,
// with the oldest cdk8s-cli, with ESLint, with the oldest and newest cdk8s and cdk8s-plus-27, and alone. Needs a package
// registry; otherwise, it is skipped.
import { spawn } from 'node:child_process';
import {
  appendFileSync,
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
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { checkEslint } from '../test/install/eslint.mjs';
import { checkExamples } from '../test/install/examples.mjs';
import { checkHostileCheckout } from '../test/install/hostile-checkout.mjs';
import { checkNew } from '../test/install/new.mjs';
import { checkPeers } from '../test/install/peers.mjs';
import { isThisNode, newestNode, nodeOf, skipped, supported } from './nodes.mjs';
import { pack } from './pack.mjs';

const root = join(import.meta.dirname, '..');
const cli = join(root, 'node_modules/cdk8s-cli');
const templates = join(cli, 'templates/typescript-app');
const temporary = mkdtempSync(join(tmpdir(), 'rolloutkit-install-'));

/** The first release with validation plugins. */
const oldestCli = '2.1.4';
/** The oldest release that docs/ci.md names, and the newest; since 4.6.1, it installs a clone in another way. */
const preCommits = ['3.2.0', '4.7.0'];
/** In milliseconds; a command that takes longer hangs. */
const timeLimit = 15 * 60_000;

let checks = 0;

/**
 * @typedef {{ cwd: string, node?: string, env?: Record<string, string>, expected?: number | readonly number[], isWhole?: boolean }} Options
 * @typedef {{ name: string, node: string }} NodeVersion
 */

/**
 * Runs a program to its end; an unexpected exit code is an error with the whole output.
 * @param {Options} options
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<string>}
 */
function run({ cwd, node = process.execPath, env = {}, expected = 0, isWhole = false }, command, ...args) {
  return new Promise((resolve, reject) => {
    const path = [dirname(node), join(cwd, 'node_modules/.bin'), process.env.PATH].join(delimiter);
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, CDK8S_CHECK_UPGRADE: 'false', NO_COLOR: '1', PATH: path, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeLimit,
    });
    let output = '';
    let stdout = '';
    child.stdout.on('data', (text) => {
      output += text;
      stdout += text;
    });
    child.stderr.on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if ([expected].flat().some((one) => one === code)) resolve((isWhole ? output : stdout).trim());
      else {
        const end = code === null ? `is ended by ${signal}` : `exits with ${code}`;
        reject(new Error(`${command} ${args.join(' ')} ${end}, not ${String(expected)}:\n${output}`));
      }
    });
  });
}

/**
 * Runs one check, and prints its error; the other checks continue.
 * @param {string} name
 * @param {() => Promise<unknown>} work
 */
async function check(name, work) {
  const start = Date.now();
  checks += 1;
  try {
    await work();
    console.log(`passed  ${name}, ${((Date.now() - start) / 1000).toFixed(1)} s`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`FAILED  ${name}\n${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * @param {string} text
 * @param {RegExp} pattern
 */
function expectMatch(text, pattern) {
  if (!pattern.test(text)) throw new Error(`There is no ${String(pattern)} in:\n${text}`);
}

/**
 * Creates a separate project.
 * @param {string} name
 * @param {object} manifest its package.json
 */
function project(name, manifest) {
  const folder = join(temporary, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }, undefined, 2));
  return folder;
}

/**
 * @param {string} cwd
 * @param {string[]} packages
 */
const install = (cwd, ...packages) =>
  run({ cwd }, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...packages);

/**
 * The packages in a project, and their size in megabytes.
 * @param {string} folder
 */
async function contentsOf(folder) {
  const list = await run({ cwd: folder }, 'npm', 'ls', '--all', '--parseable');
  const names = list
    .split('\n')
    .slice(1)
    .map((path) => path.slice(path.lastIndexOf('node_modules/') + 13));
  const modules = join(folder, 'node_modules');
  const bytes = readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(modules, name)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
  return { names, size: `${names.length} packages, ${(bytes / 1e6).toFixed(1)} MB` };
}

/**
 * @param {readonly string[]} names
 * @param {readonly string[]} unwanted
 */
function expectWithout(names, unwanted) {
  const there = unwanted.filter((name) => names.includes(name));
  if (there.length > 0) throw new Error(`${there.join(', ')} should not be among ${names.join(', ')}.`);
}

/** The output of `cdk8s init typescript-app`, with the versions that it writes. */
function commonjs() {
  const manifest = JSON.parse(
    readFileSync(join(templates, 'package.json'), 'utf8').replaceAll('{{ $base }}', 'shop'),
  );
  // Uses ours, because it is large and the same for all projects.
  delete manifest.devDependencies['cdk8s-cli'];
  const folder = project('commonjs', {
    ...manifest,
    dependencies: { cdk8s: '^2.68.11', constructs: '^10.3.0' },
  });
  for (const file of ['tsconfig.json', 'jest.config.js', 'cdk8s.yaml'])
    cpSync(join(templates, file), join(folder, file));
  const validations = readFileSync(join(root, 'consumers/esm/cdk8s.yaml'), 'utf8');
  appendFileSync(join(folder, 'cdk8s.yaml'), `\n${validations.slice(validations.indexOf('validations:'))}`);
  cpSync(join(root, 'consumers/commonjs'), folder, { recursive: true });
  return folder;
}

function esm() {
  const folder = join(temporary, 'esm');
  cpSync(join(root, 'consumers/esm'), folder, { recursive: true });
  return folder;
}

/**
 * Checks that a correct app exits with 0 and our report, a faulty one with 2 and our finding, and one whose constructs refuse
 * something with 1 and the reason.
 * @param {Options} options
 * @param {string} command the folder of cdk8s-cli
 * @param {string[]} args
 */
async function synth({ cwd, node = process.execPath }, command, ...args) {
  const cdk8s = [join(command, 'bin/cdk8s'), 'synth', ...args];
  const good = await run({ cwd, node }, node, ...cdk8s);
  expectMatch(good, /║ Status +│ success/);
  expectMatch(good, /║ rollouts +│ 1 /);
  expectMatch(readFileSync(join(cwd, 'dist/shop.k8s.yaml'), 'utf8'), /^kind: Rollout$/m);

  rmSync(join(cwd, 'report.json'), { force: true });
  const report = ['--validation-reports-output-file', 'report.json'];
  const bad = await run({ cwd, node, env: { PLANT_FAULT: '1' }, expected: 2 }, node, ...cdk8s, ...report);
  expectMatch(bad, /schema\/fields-known \(1 occurrences\)[^]*Construct Path: cart\/route\n/);
  expectMatch(readFileSync(join(cwd, 'report.json'), 'utf8'), /"ruleName": "schema\/fields-known"/);

  const planted = { cwd, node, env: { PLANT_ERROR: '1' }, expected: 1, isWhole: true };
  const refused = await run(planted, node, ...cdk8s);
  expectMatch(refused, /error \[shop\/checkout\] steps\[0\]\.setWeight is 150/);
}

/**
 * The binary of a release, with its name; an error if the registry does not give it.
 * @param {string} version
 * @returns {Promise<NodeVersion>}
 */
async function named(version) {
  const node = nodeOf(version, temporary);
  if (node === undefined) throw new Error(`The registry did not give Node ${version}.`);
  return { name: `Node ${await run({ cwd: temporary }, node, '--version')}`, node };
}

/** @param {string} newest */
async function checkAll(newest) {
  const { tarball } = pack(temporary);

  const lines = supported();
  /** @type {NodeVersion[]} */
  const nodes = [];
  for (const { major } of lines) nodes.push(await named(major));
  // The last line of `engines` is open.
  if (!nodes.some(({ name }) => name === `Node v${newest}`)) nodes.push(await named(newest));
  const [oldest, latest] = [nodes[0], nodes.at(-1)];
  if (!oldest || !latest) throw new Error('engines of package.json has no Node.');
  /** @type {NodeVersion[]} */
  const firsts = [];
  for (const { oldest: version } of lines) if (!isThisNode(version)) firsts.push(await named(version));
  await Promise.all([
    checkAlone(tarball),
    checkCommonjs(tarball, nodes),
    checkEsm(tarball, oldest.node, latest.node, nodes),
    checkExamples({ tarball, temporary, run, check, install }, [...nodes, ...firsts]),
    ...preCommits.map(checkPreCommit),
    checkHostileCheckout({ tarball, temporary, check }),
    checkNew({ tarball, temporary, run, check, install }),
    checkPeers({ tarball, temporary, run, check, install }),
    checkEslint({ tarball, temporary, run, check, install }),
  ]);
}

/** @param {string} tarball */
async function checkAlone(tarball) {
  await check('installed alone', async () => {
    const folder = project('alone', {});
    await install(folder, tarball);
    const { names, size } = await contentsOf(folder);
    expectWithout(names, ['cdk8s', 'cdk8s-cli', 'cdk8s-plus-27', 'constructs', 'backport']);
    const lint = (/** @type {string} */ form, /** @type {number} */ expected) =>
      run({ cwd: folder, expected }, 'rolloutkit', 'lint', join(root, 'examples/istio-subset', form));
    await lint('as-published', 1);
    await lint('corrected', 0);
    console.log(`rolloutkit alone: ${size}`);
  });

  await check('beside cdk8s-plus-27, with the override of docs/cdk8s.md', async () => {
    const documented = /"overrides": \{[^}]*\}/.exec(readFileSync(join(root, 'docs/cdk8s.md'), 'utf8'))?.[0];
    if (documented === undefined) throw new Error('docs/cdk8s.md has no "overrides".');
    const folder = project('plus', {
      dependencies: { cdk8s: '^2.68.11', 'cdk8s-plus-27': '2.9.5', constructs: '^10.3.0' },
      ...JSON.parse(`{ ${documented} }`),
    });
    await install(folder, tarball);
    const { names, size } = await contentsOf(folder);
    expectWithout(names, ['axios', 'inquirer', 'octokit']);
    console.log(`rolloutkit beside cdk8s-plus-27: ${size}`);
  });
}

/**
 * @param {string} tarball
 * @param {readonly NodeVersion[]} nodes
 */
async function checkCommonjs(tarball, nodes) {
  const cwd = commonjs();
  await check('CommonJS: install', () => install(cwd, tarball));
  // What the compiler says does not depend on the Node that runs it.
  await check('CommonJS, TypeScript 5.9: type-check', () => run({ cwd }, 'npm', 'run', 'compile'));
  for (const { name, node } of nodes) {
    await check(`CommonJS, jest 29, ${name}: test`, () => run({ cwd, node }, 'npm', 'test'));
    await check(`CommonJS, ts-node, ${name}: synth`, () => synth({ cwd, node }, cli));
  }
}

/**
 * @param {string} tarball
 * @param {string} oldest
 * @param {string} latest
 * @param {readonly NodeVersion[]} nodes
 */
async function checkEsm(tarball, oldest, latest, nodes) {
  const cwd = esm();
  await check('ESM: install', () => install(cwd, tarball));
  await check('ESM, TypeScript 6: type-check', () => run({ cwd }, 'npm', 'run', 'typecheck'));
  for (const { name, node } of nodes) {
    await check(`ESM, vitest 4, ${name}: test`, () => run({ cwd, node }, 'npm', 'test'));
    await check(`ESM, tsx, ${name}: synth`, () => synth({ cwd, node }, cli));
  }
  await check('ESM, types stripped by Node itself: synth', () =>
    synth({ cwd, node: latest }, cli, '--app', 'node main.ts'),
  );
  await check(`ESM, cdk8s-cli ${oldestCli}: synth`, async () => {
    const folder = project('oldest-cli', {});
    await install(folder, '--ignore-scripts', `cdk8s-cli@${oldestCli}`);
    const command = join(folder, 'node_modules/cdk8s-cli');
    if (!existsSync(join(command, 'lib/plugins'))) throw new Error('It has no plugins.');
    await synth({ cwd, node: oldest }, command);
  });
}

/** Counts the checks of a version of pre-commit; its script prints so if it skips them. @param {string} version */
async function checkPreCommit(version) {
  const script = join(root, 'test/install/pre-commit.mjs');
  try {
    const output = await run({ cwd: root, expected: [0, skipped] }, process.execPath, script, version);
    console.log(output.replace(/\n\d+ checks$/, ''));
    const count = /^(\d+) checks$/m.exec(output)?.[1];
    if (count !== undefined) checks += Number(count);
    else if (!output.startsWith('skipped: ')) throw new Error(`There is no number of checks in:\n${output}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`FAILED  pre-commit ${version}\n${error instanceof Error ? error.message : String(error)}`);
  }
}

try {
  const newest = newestNode(temporary);
  if (newest === undefined) {
    console.log('skipped: the package registry cannot be reached, so nothing was installed.');
    process.exitCode = skipped;
  } else {
    await checkAll(newest);
    console.log(`${checks} checks`);
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
