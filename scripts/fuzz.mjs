// Runs random inputs through the reader, all functions that take strings apart, each command's computation and its
// output, and the commands themselves. Stores inputs that break them in test/fuzz/crashes, minimized:
//   npm run fuzz -- --minutes 10 [--target lint] [--seed 7] [--record]
// A seed gives the same inputs again. --record adds the run to test/fuzz/runs.json.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { writeRuns } from './fuzz/table.mjs';
import { writeRegistry } from './registry.mjs';

/** @typedef {import('../test/fuzz/worker.js').Task} Task */
/** @typedef {import('../test/fuzz/worker.js').Crash} Crash */
/** @typedef {import('../test/fuzz/worker.js').Progress} Progress */

const root = join(import.meta.dirname, '..');
const all = /** @type {const} */ ([
  ...['reader', 'texts', 'lint', 'simulate', 'drift'],
  ...[
    'formats',
    'cdk8s',
    'impact',
    'migrate',
    'rollback',
    'edits',
    'init',
    'commands',
    'language',
    'lsp',
    'mcp',
  ],
]);
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    target: { type: 'string', default: 'all' },
    seed: { type: 'string' },
    from: { type: 'string', default: '0' },
    inputs: { type: 'string', default: '1000000000' },
    record: { type: 'boolean', default: false },
  },
});
const targets =
  options.target === 'all' ? all : all.filter((name) => options.target.split(',').includes(name));
if (targets.length === 0)
  throw new Error(`--target is "${options.target}"; it can be ${all.join(', ')} or all.`);
const seed = Number(options.seed ?? Math.floor(Math.random() * 2 ** 31));
const minutes = Number(options.minutes);
const commit = options.record ? commitOf() : '';
/** An input that takes longer, and more processor time, counts as a hang. */
const hang = { milliseconds: 30_000, cpuSeconds: 20 };

const outfile = join(root, `node_modules/.cache/fuzz-${process.pid}.cjs`);
writeRegistry();
await build({
  entryPoints: [join(root, 'test/fuzz/worker.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  packages: 'external',
  sourcemap: 'linked',
  // Files that are located beside a module must also be beside the bundle.
  plugins: [
    {
      name: 'folders',
      setup: (builder) =>
        builder.onLoad({ filter: /[/\\](?:src|test)[/\\].*\.ts$/ }, ({ path }) => ({
          contents: readFileSync(path, 'utf8').replaceAll(/\b__dirname\b/g, JSON.stringify(dirname(path))),
          loader: 'ts',
        })),
    },
  ],
});

/**
 * @typedef {{ inputs: number, bytes: number, worstSeconds: number, worstIndex: number, megabytes: number,
 *   said: Record<string, number>, seconds: number, faults: Map<string, { times: number, first: Crash }> }} Result
 */

/** @param {typeof all[number]} target @param {number} until @returns {Promise<Result>} */
async function fuzz(target, until) {
  const started = Date.now();
  /** @type {Result} */
  const result = {
    ...{ inputs: 0, bytes: 0, worstSeconds: 0, worstIndex: 0, megabytes: 0, seconds: 0 },
    said: {},
    faults: new Map(),
  };
  let from = Number(options.from);
  const end = from + Number(options.inputs);
  while (Date.now() < until && from < end) {
    const { progress, died, at } = await work({ target, from, until, count: end - from }, (crash) =>
      add(result, target, crash),
    );
    result.inputs += progress.inputs;
    result.bytes += progress.bytes;
    result.megabytes = Math.max(result.megabytes, progress.megabytes);
    if (progress.worstSeconds > result.worstSeconds) {
      result.worstSeconds = progress.worstSeconds;
      result.worstIndex = progress.worstIndex;
    }
    for (const [said, times] of Object.entries(progress.said))
      result.said[said] = (result.said[said] ?? 0) + times;
    if (died === undefined) break;
    add(result, target, { index: at, fault: died, detail: undefined, input: await describe(target, at) });
    result.inputs = at + 1 - Number(options.from);
    from = at + 1;
  }
  result.seconds = (Date.now() - started) / 1000;
  return result;
}

/**
 * Runs a worker to its end, or kills it if it makes no progress.
 * @param {Pick<Task, 'target' | 'from' | 'until' | 'count'>} task
 * @param {(crash: Crash) => void} onCrash
 * @param {(input: import('../test/fuzz/input.js').Input) => void} [onInput]
 * @returns {Promise<{ progress: Progress, died: string | undefined, at: number }>}
 */
function work(task, onCrash, onInput) {
  const current = new SharedArrayBuffer(4);
  const index = new Int32Array(current);
  index[0] = task.from;
  const worker = new Worker(outfile, {
    workerData: { ...task, root, seed, current },
    execArgv: ['--enable-source-maps'],
    resourceLimits: { maxOldGenerationSizeMb: 800 },
  });
  /** @type {Progress} */
  let progress = { inputs: 0, bytes: 0, worstSeconds: 0, worstIndex: 0, megabytes: 0, said: {} };
  return new Promise((resolve) => {
    let seen = { at: -1, time: Date.now(), cpu: process.cpuUsage() };
    /** @type {string | undefined} */
    let died;
    const watch = setInterval(() => {
      const at = Atomics.load(index, 0);
      if (at !== seen.at) seen = { at, time: Date.now(), cpu: process.cpuUsage() };
      const used = process.cpuUsage(seen.cpu);
      const isHanging =
        Date.now() - seen.time > hang.milliseconds && (used.user + used.system) / 1e6 > hang.cpuSeconds;
      if (!isHanging) return;
      died = 'hang';
      void worker.terminate();
    }, 500);
    worker.on('message', (message) => {
      if ('progress' in message) progress = message.progress;
      else if ('crash' in message) onCrash(message.crash);
      else onInput?.(message.input);
    });
    worker.on('error', (error) => {
      died =
        'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? 'out of memory'
          : `worker: ${error.message}`;
      if (died.startsWith('worker: ')) throw error;
    });
    worker.on('exit', () => {
      clearInterval(watch);
      resolve({ progress, died, at: Atomics.load(index, 0) });
    });
  });
}

/** The input with an index, without running it. @param {typeof all[number]} target @param {number} at */
async function describe(target, at) {
  /** @type {import('../test/fuzz/input.js').Input | undefined} */
  let found;
  await work(
    { target, from: at, until: 0, count: 0 },
    () => {},
    (input) => (found = input),
  );
  return found;
}

/** @param {Result} result @param {string} target @param {Crash} crash */
function add(result, target, crash) {
  const known = result.faults.get(crash.fault);
  if (known) {
    known.times += 1;
    return;
  }
  result.faults.set(crash.fault, { times: 1, first: crash });
  const slug = crash.fault
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 90)
    .replaceAll(/^-|-$/g, '');
  const file = join(root, 'test/fuzz/crashes', `${target}-${slug}.json`);
  console.log(`${target} ${crash.index}: ${crash.fault}\n${crash.detail ?? ''}`);
  if (crash.input && !existsSync(file)) {
    mkdirSync(join(root, 'test/fuzz/crashes'), { recursive: true });
    writeFileSync(file, `${JSON.stringify(crash.input, undefined, 2)}\n`);
  }
}

let inputs = 0;
let faults = 0;
console.log(`seed ${seed}`);
try {
  const started = Date.now();
  for (const [index, target] of targets.entries()) {
    const until = started + (minutes * 60_000 * (index + 1)) / targets.length;
    const result = await fuzz(target, until);
    const { worstSeconds, worstIndex, megabytes, seconds } = result;
    inputs += result.inputs;
    faults += result.faults.size;
    console.log(
      `${target}: ${result.inputs} inputs, ${(result.bytes / 1e6).toFixed(1)} MB, ${seconds.toFixed(0)} s; ` +
        `at most ${worstSeconds.toFixed(2)} s of CPU (input ${worstIndex}), ${megabytes.toFixed(0)} MB; said ${Object.keys(result.said).length} different things`,
    );
    for (const [fault, { times, first }] of result.faults)
      console.log(`  ${times} x ${fault} (first: input ${first.index})`);
    if (options.record) await record(target, result);
  }
} finally {
  rmSync(outfile);
  rmSync(`${outfile}.map`);
}
console.log(`${inputs} inputs`);
process.exitCode = faults > 0 || inputs === 0 ? 1 : 0;

/** The tested commit, with a plus sign for uncommitted changes. */
function commitOf() {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', 'src') === '' ? '' : '+');
}

/** @param {string} target @param {Result} result */
function record(target, { inputs: count, bytes, seconds, worstSeconds, megabytes, said, faults: found }) {
  const file = join(root, 'test/fuzz/runs.json');
  /** @type {import('./fuzz/table.mjs').Run[]} */
  const runs = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  runs.push({
    ...{ target, seed, from: Number(options.from), inputs: count, commit },
    megabytesFed: Math.round(bytes / 1e6),
    seconds: Math.round(seconds),
    worstCpuSeconds: Number(worstSeconds.toFixed(2)),
    peakMegabytes: Math.round(megabytes),
    said: Object.keys(said).length,
    faults: Object.fromEntries([...found].map(([fault, { times }]) => [fault, times])),
  });
  return writeRuns(runs, file, join(root, 'test/fuzz/README.md'));
}
