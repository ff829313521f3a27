// Runs the same commands with each line of Node that package.json supports, in turn, and prints what each takes as a ratio to
// the oldest: npm run bench:nodes [-- --files 10000 --rollouts 100 --rounds 5]. Needs a build and a package registry.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { canaries, take, write } from './corpus.mjs';
import { nodeOf, supported } from './nodes.mjs';
import { shapes } from './shapes.mjs';

const { values: options } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    rollouts: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '5' },
  },
});
const root = join(import.meta.dirname, '..');
const bin = join(root, 'bin/rolloutkit.js');
const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-bench-nodes-'));

/** Runs a command line and prints, when it ends, what the process took. */
const measured = `process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write('\\n' + maxRSS + ' ' + (userCPUTime + systemCPUTime));
});
process.argv.splice(1, 0, 'rolloutkit');
require(${JSON.stringify(bin)});`;

/** @typedef {{ readonly time: number, readonly cpu: number, readonly megabytes: number }} Taken seconds, and the peak */

/**
 * @param {string} node @param {string} cwd @param {readonly string[]} args
 * @returns {Taken}
 */
function taken(node, cwd, args) {
  const start = performance.now();
  const { status, signal, stderr } = spawnSync(node, ['-e', measured, '--', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const time = (performance.now() - start) / 1000;
  if (status === null || status > 1)
    throw new Error(`${args.join(' ')} ended with ${status ?? signal}: ${stderr.slice(0, 2000)}`);
  const [kilobytes = NaN, microseconds = NaN] = stderr.slice(stderr.lastIndexOf('\n')).split(' ').map(Number);
  return { time, cpu: microseconds / 1e6, megabytes: kilobytes / 1024 };
}

/** @param {readonly Taken[]} runs @returns {Taken} */
function medians(runs) {
  /** @param {keyof Taken} figure */
  const of = (figure) =>
    runs.map((run) => run[figure]).sort((left, right) => left - right)[runs.length >> 1] ?? NaN;
  return { time: of('time'), cpu: of('cpu'), megabytes: Math.max(...runs.map(({ megabytes }) => megabytes)) };
}

/**
 * What each Node takes for a command, in rounds in turn.
 * @param {readonly { name: string, node: string }[]} nodes
 * @param {string} what
 * @param {(node: string) => Taken} run
 */
function compare(nodes, what, run) {
  const rounds = Array.from({ length: Number(options.rounds) }, () => nodes.map(({ node }) => run(node)));
  const all = nodes.map((_, at) => medians(rounds.flatMap((round) => round[at] ?? [])));
  const [first] = all;
  if (!first) throw new Error('There is no Node to run.');
  console.log(what);
  for (const [at, { cpu, time, megabytes }] of all.entries())
    console.log(
      `  ${(nodes[at]?.name ?? '').padEnd(10)} ${cpu.toFixed(2)} s of CPU (${(cpu / first.cpu).toFixed(2)}x), ` +
        `${time.toFixed(2)} s in all (${(time / first.time).toFixed(2)}x), peak ${megabytes.toFixed(0)} MB`,
    );
}

/** The path of one Service of a repository. @param {string} path */
function oneService(path) {
  const file = readdirSync(path, { recursive: true, encoding: 'utf8' }).find(
    (name) => name.includes('service-') && name.endsWith('.yaml'),
  );
  if (file === undefined) throw new Error(`There is no Service in ${path}.`);
  return join(path, file);
}

function benchAll() {
  if (!existsSync(join(root, 'dist/cli.js'))) throw new Error('There is no build; npm run build makes one.');
  const nodes = supported().map(({ major }) => {
    const node = nodeOf(major, folder);
    if (node === undefined) throw new Error('The package registry cannot be reached.');
    return { name: `Node ${major}`, node };
  });
  const files = Number(options.files);
  for (const [name, shape] of Object.entries(shapes).slice(0, 2)) {
    write(join(folder, name), shape(files));
    compare(nodes, `lint of ${files} files, ${name}`, (node) => taken(node, join(folder, name), ['lint']));
  }

  const large = join(folder, 'large');
  write(large, take(files, 1));
  const edited = oneService(large);
  /** @param {string} node */
  const lintKept = (node) =>
    taken(node, large, [
      'lint',
      '--cache-dir',
      join(folder, `cache-${nodes.findIndex((one) => one.node === node)}`),
    ]);
  for (const { node } of nodes) lintKept(node);
  compare(nodes, `lint --cache of ${files} files, one of which has changed`, (node) => {
    appendFileSync(edited, '# changed\n');
    return lintKept(node);
  });
  // Each has seen its own change only.
  for (const { node } of nodes) lintKept(node);
  compare(nodes, '  nothing has changed', lintKept);

  const played = join(folder, 'played');
  const rollouts = Number(options.rollouts);
  write(played, canaries(rollouts, { hasApplications: true }));
  for (const command of ['simulate', 'drift', 'protect'])
    compare(nodes, `${command} of ${rollouts} Rollouts`, (node) =>
      taken(node, played, [command, '--format', 'json']),
    );
}

try {
  benchAll();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
