// Measures how time grows with the size of repositories of unfavorable shapes, in one run: npm run bench:growth [--
// --to 16000 --rounds 3 --shape broken].
// Needs a build. Fails if any doubling of the files takes more than 2.5 times as long. --played measures simulate and drift with
// 250 to 1 000 Rollouts, with --full 1 000 and 10 000, which takes half an hour; it also fails if memory grows with the
// number of played updates.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { canaries, write } from './corpus.mjs';
import { applicationOf, shapes } from './shapes.mjs';

const { values: options } = parseArgs({
  options: {
    from: { type: 'string', default: '1000' },
    to: { type: 'string', default: '16000' },
    rounds: { type: 'string', default: '3' },
    shape: { type: 'string', multiple: true },
    played: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
  },
});
const [from, to, rounds] = [options.from, options.to, options.rounds].map(Number);
if (!from || !to || !rounds || to < from * 2)
  throw new Error('--from, --to and --rounds are numbers, and --to is twice --from.');
const names = options.shape ?? Object.keys(shapes);
const bin = join(import.meta.dirname, '../bin/rolloutkit.js');

/**
 * The CPU seconds of a command, which other load hardly changes, and its peak memory.
 * @param {string} folder @param {readonly string[]} command @param {readonly string[]} flags
 */
function measured(folder, command = ['lint'], flags = /** @type {readonly string[]} */ ([])) {
  const [name = '', ...rest] = command;
  const code = `process.on('exit', () => {
      const { userCPUTime, maxRSS } = process.resourceUsage();
      process.stderr.write('\\n' + userCPUTime / 1e6 + ' ' + maxRSS / 1024);
    });
    process.argv.splice(1, 0, 'rolloutkit', '${name}'); require(${JSON.stringify(bin)});`;
  const { status, stderr, signal } = spawnSync(process.execPath, [...flags, '-e', code, folder, ...rest], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status === null || status > 1)
    throw new Error(`It ended with ${status ?? signal}: ${stderr.slice(0, 2000)}`);
  const [seconds = NaN, megabytes = NaN] = stderr.slice(stderr.lastIndexOf('\n')).split(' ').map(Number);
  return { seconds, megabytes };
}

/** @param {string} folder */
const seconds = (folder) => measured(folder).seconds;

/** @param {readonly number[]} numbers */
const median = (numbers) => [...numbers].sort((left, right) => left - right)[numbers.length >> 1] ?? NaN;

/**
 * What each doubling may take: n log n takes 2.2 times as long, and the rest is for measurement errors and effects of the CPU
 * cache. Of each, because what grows with the square is small at first, and hidden where only the ends are compared.
 */
const ofDoubling = 2.5;
/** What each Rollout of more may take, of the time of each of fewer. */
const slack = 1.3;

/**
 * The played commands, and how much memory each additional Rollout may take: the read files, and a few kilobytes of
 * text.
 */
const played = /** @type {const} */ ({
  simulate: {
    command: ['simulate', '--format', 'json'],
    files: (/** @type {number} */ count) => canaries(count),
    kilobytes: 100,
  },
  'drift of their own Applications': {
    command: ['drift'],
    files: (/** @type {number} */ count) => canaries(count, { hasApplications: true }),
    kilobytes: 100,
  },
  'drift of one Application': {
    command: ['drift'],
    *files(/** @type {number} */ count) {
      yield applicationOf('all', 'apps');
      yield* canaries(count);
    },
    // At most a gigabyte of texts waits to be printed, which is reached beyond 1 000.
    kilobytes: 1000,
  },
});

/** The time and memory of each at two sizes. @param {readonly [number, number]} sizes */
function growthOfPlaying([small, large]) {
  let failures = 0;
  for (const [name, { command, files, kilobytes }] of Object.entries(played)) {
    const [before, after] = [small, large].map((count) => {
      const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-growth-'));
      try {
        write(folder, files(count));
        // By default, V8 lets the heap grow to four times its used size.
        return measured(folder, command, ['--heap-growing-percent=10']);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
    if (!before || !after) throw new Error('Nothing was measured.');
    const each = [before.seconds / small, after.seconds / large].map((one) => one * 1000);
    const growth = (each[1] ?? NaN) / (each[0] ?? NaN);
    const more = ((after.megabytes - before.megabytes) * 1024) / (large - small);
    const isFine = growth <= slack && more <= kilobytes;
    if (!isFine) failures += 1;
    console.log(
      `${name.padEnd(38)}${each.map((one) => `${one.toFixed(1)} ms`.padStart(9)).join('')}  ${growth.toFixed(2)}x for each of ${large / small}x Rollouts; ` +
        `${before.megabytes.toFixed(0)} and ${after.megabytes.toFixed(0)} MB, ${more.toFixed(0)} kB for each further one${isFine ? '' : `, more than ${slack}x or ${kilobytes} kB`}`,
    );
  }
  return failures;
}

if (options.played) {
  const failures = growthOfPlaying(options.full ? [1000, 10_000] : [250, 1000]);
  if (failures > 0)
    console.error(`${failures} of ${Object.keys(played).length} grow faster than what is played.`);
  process.exit(failures > 0 ? 1 : 0);
}

let failed = 0;
for (const name of names) {
  const shape = shapes[name];
  if (!shape) throw new Error(`No shape "${name}"; there are: ${Object.keys(shapes).join(', ')}.`);
  const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-growth-'));
  try {
    /** @type {number[]} */
    const times = [];
    for (let files = from; files <= to; files *= 2) {
      const part = join(folder, String(files));
      write(part, shape(files));
      times.push(median(Array.from({ length: rounds }, () => seconds(part))));
    }
    const steps = times.slice(1).map((time, index) => time / (times[index] ?? NaN));
    const isFine = steps.every((step) => step <= ofDoubling);
    if (!isFine) failed += 1;
    const figures = times.map((time) => `${time.toFixed(2)} s`.padStart(9)).join('');
    console.log(
      `${name.padEnd(38)}${figures}  ${steps.map((step) => `${step.toFixed(1)}x`).join(', ')}${isFine ? '' : `, more than ${ofDoubling}x for a doubling`}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
if (failed > 0) {
  console.error(`${failed} of ${names.length} shapes grow too fast.`);
  process.exitCode = 1;
}
