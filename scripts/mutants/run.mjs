// Runs the fast tests in the copy: all of them with every mutant asleep, and those that reach a mutant with it awake.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * @typedef {object} Reach
 * @property {ReadonlyMap<number, readonly string[]>} files the test files that reach a mutant, the cheapest first
 * @property {ReadonlySet<number>} whileLoading mutants that are reached when modules are loaded, whoever needs them
 * @property {readonly string[]} all
 */

/** @typedef {{ name: string, startTime: number, endTime: number, status: string }} FileResult */

/**
 * Which test files reach which mutant, of those that pass without any. With test files, only these are run.
 * @param {string} folder @param {readonly string[]} [tests] @returns {Promise<Reach>}
 */
export async function reachOf(folder, tests = []) {
  const log = join(folder, 'reached.jsonl');
  rmSync(log, { force: true });
  const { results, output } = await run(folder, join(folder, 'reach.json'), tests, { REACHED: log }, 3600);
  const passed = results.filter(({ status }) => status === 'passed');
  if (passed.length === 0) throw new Error(`No test passes without a mutant.\n${output}`);
  for (const { name, status } of results)
    if (status !== 'passed') console.log(`left out, it fails without a mutant: ${relative(folder, name)}`);
  const took = new Map(
    passed.map(({ name, startTime, endTime }) => [relative(folder, name), endTime - startTime]),
  );
  /** @type {Map<number, string[]>} */
  const files = new Map();
  const whileLoading = new Set();
  for (const line of readFileSync(log, 'utf8').split('\n').filter(Boolean)) {
    const noted = JSON.parse(line);
    const file = relative(folder, noted.testPath);
    if (!took.has(file)) continue;
    for (const index of noted.reached) files.set(index, [...(files.get(index) ?? []), file]);
    for (const index of noted.whileLoading) whileLoading.add(index);
  }
  const cheapest = (/** @type {readonly string[]} */ list) =>
    list.toSorted((one, other) => (took.get(one) ?? 0) - (took.get(other) ?? 0));
  return {
    files: new Map([...files].map(([index, list]) => [index, cheapest(list)])),
    whileLoading,
    all: cheapest([...took.keys()]),
  };
}

/**
 * Whether a test fails with a mutant awake, and which.
 * @param {string} folder @param {number} index @param {Reach} reach @param {number} limit seconds
 * @returns {Promise<{ state: string, by: string }>}
 */
export async function tried(folder, index, { files, whileLoading, all }, limit) {
  const order = whileLoading.has(index) ? all : (files.get(index) ?? []);
  if (order.length === 0) return { state: 'survived', by: 'no fast test reaches it' };
  const { results, ended, status, output } = await run(
    folder,
    join(folder, `${index}.json`),
    ['--bail', '1', '--maxWorkers', '1', ...order],
    { MUTANT: String(index), ORDER: order.join('\n') },
    limit,
  );
  if (!ended) return { state: 'killed', by: `no end within ${limit} s` };
  const failed = results.find((one) => one.status === 'failed');
  if (failed) return { state: 'killed', by: relative(folder, failed.name) };
  if (status !== 0) return { state: 'killed', by: `the run fails: ${output.trim().split('\n').at(-1)}` };
  return { state: 'survived', by: order.length === 1 ? '1 test file' : `${order.length} test files` };
}

/**
 * @param {string} folder @param {string} report @param {readonly string[]} args @param {NodeJS.ProcessEnv} environment
 * @param {number} limit seconds
 * @returns {Promise<{ results: readonly FileResult[], ended: boolean, status: number | null, output: string }>}
 */
async function run(folder, report, args, environment, limit) {
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const reporting = [
    '--config',
    'scripts/mutants/vitest.config.mjs',
    '--reporter',
    'json',
    '--outputFile',
    report,
  ];
  // A group of its own, for a worker in an endless loop does not end with its parent.
  const child = spawn(process.execPath, [vitest, 'run', ...reporting, ...args], {
    cwd: folder,
    env: { ...process.env, ...environment, NO_COLOR: '1' },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (/** @type {Buffer} */ data) => (output = `${output}${data.toString()}`.slice(-2000)));
  let ended = true;
  const clock = setTimeout(() => {
    ended = false;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, limit * 1000);
  const [status] = await once(child, 'close');
  clearTimeout(clock);
  const results = ended ? resultsOf(report) : [];
  rmSync(report, { force: true });
  return { results, ended, status, output };
}

/** @param {string} report @returns {readonly FileResult[]} */
function resultsOf(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    return [];
  }
}
