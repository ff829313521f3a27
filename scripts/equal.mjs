// Compares the results of two builds byte by byte: lint, simulate, drift, protect, impact, migrate and new.
//   npm run law:equal -- --against FOLDER [--inputs DIR]... [--without message,why,advice] [--only lint,drift]
//                        [--count 60] [--seed 1] [--every 1] [--show 5]
// Needs a build of this checkout and of the one in FOLDER. The inputs are the fixtures of rules, the examples, services
// as `new` writes them by chance (--count), and folders such as checkouts (--inputs). impact compares each with a random
// edit of it; migrate gets the generated services with a Deployment. --every takes every nth fixture. --without leaves out
// fields of JSON, for commits that only reword.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { asDeployments, argumentsOfNew, firstDifference, withoutKeys } from './equal/told.mjs';
import { besideItself, imported } from './modules.mjs';

const { values: options } = parseArgs({
  options: {
    against: { type: 'string' },
    inputs: { type: 'string', multiple: true, default: [] },
    without: { type: 'string', default: '' },
    only: { type: 'string', default: 'lint,simulate,drift,protect,impact,migrate,new' },
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    every: { type: 'string', default: '1' },
    show: { type: 'string', default: '5' },
  },
});

/** @typedef {(args: string[], around: object) => number | Promise<number>} Main */
/** @typedef {{ readonly path: string, readonly text: string }} File */
/** @typedef {{ readonly name: string, readonly files: readonly File[] }} System */

const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);

/** @param {string} checkout @returns {Main} */
function mainOf(checkout) {
  const bundle = join(checkout, 'dist/cli.js');
  if (!existsSync(bundle)) throw new Error(`${bundle} is not found; run npm run build there.`);
  return require(join(checkout, 'bin/load.js')).load(bundle).main;
}

if (options.against === undefined) throw new Error('--against needs the folder of another checkout.');
const builds = [resolve(options.against), root].map(mainOf);

/** @type {typeof import('../test/support/random-repository.js')} */
const { edited, fixtures, randomFrom } = await imported('test/support/random-repository.ts');
/** @type {typeof import('../test/support/random-services.js')} */
const { randomServices } = await imported('test/support/random-services.ts', {
  define: besideItself('src/write/scaffold/new-service.ts'),
});

const commands = new Set(options.only.split(','));
/** Never equal: how long a run took. */
const without = new Set(['milliseconds', ...options.without.split(',').filter((key) => key !== '')]);
const [every, show, seed] = [options.every, options.show, options.seed].map(Number);
const temporary = mkdtempSync(join(tmpdir(), 'rolloutkit-equal-'));
const folder = join(temporary, 'system');

/** @type {Map<string, { runs: number, different: number, unread: number }>} */
const table = new Map();
let shown = 0;
/** After Ctrl+C, the totals so far are printed. */
let isStopped = false;
process.once('SIGINT', () => (isStopped = true));

/**
 * Runs a command with one build, in the same folder for both.
 * @param {Main} main @param {string[]} args
 */
async function told(main, args) {
  let [out, err] = ['', ''];
  const code = await main(args, {
    folder,
    environment: { PATH: process.env['PATH'], HOME: temporary, NO_COLOR: '1' },
    stdin: Readable.from([]),
    descriptor: 0,
    stdout: { write: (/** @type {string | Uint8Array} */ part) => ((out += String(part)), true) },
    stderr: { write: (/** @type {string | Uint8Array} */ part) => ((err += String(part)), true) },
  });
  return { code, out: withoutKeys(out, without), err };
}

/**
 * Compares a command with both builds. `result` is what else it made; `reset` puts the folder back.
 * @param {string} system @param {string[]} args @param {{ result?: () => unknown, reset?: () => void }} [of]
 */
async function compare(system, args, { result = () => undefined, reset = () => {} } = {}) {
  await setImmediate(); // Commands are synchronous, and Ctrl+C is seen between two only.
  if (isStopped) return;
  const [command = ''] = args;
  const row = table.get(command) ?? { runs: 0, different: 0, unread: 0 };
  table.set(command, row);
  const answers = [];
  for (const main of builds) {
    reset();
    answers.push({ ...(await told(main, args)), made: result() });
  }
  const [before, after] = answers;
  row.runs += 1;
  if (after && after.code > 1) row.unread += 1;
  const difference = firstDifference(before, after);
  if (difference === undefined) return;
  row.different += 1;
  if (++shown <= (show ?? 0)) console.log(`--- ${system}: rolloutkit ${args.join(' ')}\n${difference}`);
}

/** @param {string} from */
const filesBelow = (from) =>
  readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/(^|\/)(\.git|node_modules)(\/|$)/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** @param {readonly File[]} files */
function write(files) {
  rmSync(folder, { recursive: true, force: true });
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** @param {string[]} args */
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=equal', '-c', 'user.email=equal@localhost', ...args], {
    cwd: folder,
  });

const readers = ['lint', 'simulate', 'drift', 'protect'];
const random = randomFrom(seed ?? 1);

/** @param {System} system */
async function compareSystem({ name, files }) {
  for (const command of readers)
    if (commands.has(command)) await compare(name, [command, '.', '--format', 'json']);
  const manifests = files.filter(({ path }) => /\.ya?ml$/.test(path));
  if (!commands.has('impact') || manifests.length === 0) return;
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '--no-gpg-sign', '-m', 'before');
  const { path, text } = random.pick(manifests);
  writeFileSync(join(folder, path), edited(text, manifests, random).text);
  await compare(name, ['impact', '.', '--format', 'json']);
}

/** @param {import('../src/write/scaffold/service.js').NewService} service @param {number} index */
async function compareNew(service, index) {
  const styles = ['yaml', 'kustomize', 'helm', 'cdk8s'];
  const style = styles[index % styles.length] ?? 'yaml';
  const empty = () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  };
  const result = () => filesBelow(folder).map((file) => [relative(folder, file), readFileSync(file, 'utf8')]);
  await compare(`service ${index}`, argumentsOfNew(service, style), { result, reset: empty });
}

try {
  const examples = readdirSync(join(root, 'examples'), { recursive: true, withFileTypes: true })
    .filter(
      ({ name, parentPath }) =>
        /^(as-published|corrected)$/.test(name) && !parentPath.includes('node_modules'),
    )
    .map(({ name, parentPath }) => join(parentPath, name));
  const systems = [
    ...fixtures(join(root, 'test/rules'))
      .filter((_, index) => index % (every ?? 1) === 0)
      .map((files) => ({ name: files[0]?.path ?? '', files })),
    ...examples.map((example) => ({
      name: relative(root, example),
      files: filesBelow(example).map((file) => ({
        path: relative(example, file),
        text: readFileSync(file, 'utf8'),
      })),
    })),
  ];
  const services = randomServices(Number(options.count), seed ?? 1);
  for (const [index, { files }] of services.entries())
    systems.push({ name: `service ${index}`, files: [...files] });
  for (const system of systems) {
    if (isStopped) break;
    write(system.files);
    await compareSystem(system);
  }
  for (const input of options.inputs) {
    if (isStopped) break;
    rmSync(folder, { recursive: true, force: true });
    const isMeant = (/** @type {string} */ path) => !/(^|\/)(\.git|node_modules)$/.test(path);
    cpSync(resolve(input), folder, { recursive: true, filter: isMeant });
    const files = filesBelow(folder)
      .filter((file) => /\.ya?ml$/.test(file))
      .map((file) => ({ path: relative(folder, file), text: readFileSync(file, 'utf8') }));
    await compareSystem({ name: input, files });
  }
  for (const [index, { service, files }] of services.entries()) {
    if (isStopped) break;
    if (commands.has('new')) await compareNew(service, index);
    if (!commands.has('migrate')) continue;
    write(files.map(({ path, text }) => ({ path, text: asDeployments(text) })));
    git('init', '-q');
    git('add', '-A');
    git('commit', '-q', '--no-gpg-sign', '-m', 'before');
    await compare(`service ${index}`, [
      'migrate',
      service.name,
      '.',
      '--router',
      service.router,
      '--format',
      'json',
    ]);
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
let [runs, different] = [0, 0];
for (const [command, row] of table) {
  runs += row.runs;
  different += row.different;
  const unread = row.unread > 0 ? `, ${row.unread} with exit code 2 or more` : '';
  console.log(
    `${String(row.different).padStart(5)} of ${String(row.runs).padStart(6)} differ: ${command}${unread}`,
  );
}
console.log(`${runs} runs of two builds, ${different} differ${isStopped ? '; stopped' : ''}`);
process.exitCode = different > 0 || runs === 0 || isStopped ? 1 : 0;
