// How time grows with the size of repositories that hurt, in one run: npm run bench:growth [-- --to 16000 --rounds 3 --shape broken].
// Needs a build. Fails where doubling the files takes more than n log n would.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { write } from './corpus.mjs';
import { shapes } from './shapes.mjs';

const { values: options } = parseArgs({
  options: {
    from: { type: 'string', default: '1000' },
    to: { type: 'string', default: '16000' },
    rounds: { type: 'string', default: '3' },
    shape: { type: 'string', multiple: true },
  },
});
const [from, to, rounds] = [options.from, options.to, options.rounds].map(Number);
if (!from || !to || !rounds || to < from * 2)
  throw new Error('--from, --to and --rounds are numbers, and --to is twice --from.');
const names = options.shape ?? Object.keys(shapes);
const bin = join(import.meta.dirname, '../bin/rolloutkit.js');

/** Seconds of processor that a lint takes, which other work on the machine changes little. @param {string} folder */
function seconds(folder) {
  const code = `process.on('exit', () => process.stderr.write('\\n' + process.cpuUsage().user / 1e6));
    process.argv.splice(1, 0, 'rolloutkit', 'lint'); require(${JSON.stringify(bin)});`;
  const { status, stderr, signal } = spawnSync(process.execPath, ['-e', code, folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status === null || status > 1)
    throw new Error(`It ended with ${status ?? signal}: ${stderr.slice(0, 2000)}`);
  return Number(stderr.slice(stderr.lastIndexOf('\n')));
}

/** @param {readonly number[]} numbers */
const median = (numbers) => [...numbers].sort((left, right) => left - right)[numbers.length >> 1] ?? NaN;

/** Starting takes time, too, so what is measured is never above this if the rest grows so. @param {number} files */
const allowed = (files) => (files * Math.log(files)) / (from * Math.log(from));
/** What a measurement is off by, and the cache of the processor. */
const slack = 1.3;

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
    const last = from * 2 ** (times.length - 1);
    const growth = (times.at(-1) ?? NaN) / (times[0] ?? NaN);
    const isFine = growth <= allowed(last) * slack;
    if (!isFine) failed += 1;
    const figures = times.map((time) => `${time.toFixed(2)} s`.padStart(9)).join('');
    console.log(
      `${name.padEnd(38)}${figures}  ${growth.toFixed(1)}x for ${last / from}x files${isFine ? '' : `, more than ${(allowed(last) * slack).toFixed(1)}x`}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
if (failed > 0) {
  console.error(`${failed} of ${names.length} shapes grow faster than n log n.`);
  process.exitCode = 1;
}
