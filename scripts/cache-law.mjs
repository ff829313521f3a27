// Compares lint with a cache and lint without one, after each of the changes in random sequences:
//   npm run law:cache -- [--count 2000] [--seed 1] [--length 5]
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { imported } from './modules.mjs';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    length: { type: 'string', default: '5' },
  },
});

/** @type {typeof import('../test/laws/cache-law.js')} */
const { sequences } = await imported('test/laws/cache-law.ts');
const [count, seed, length] = [options.count, options.seed, options.length].map(Number);
let [made, hits, later, bad] = [0, 0, 0, 0];
for (const sequence of sequences(join(root, 'test/rules'), count ?? 0, seed ?? 1, length)) {
  made += 1;
  hits += sequence.hits;
  later += sequence.later;
  if (made % 100 === 0) console.error(told());
  if (sequence.difference === undefined) continue;
  bad += 1;
  console.log(JSON.stringify(sequence, null, 2));
}
console.log(told());
process.exitCode = bad > 0 || hits === 0 || later === 0 ? 1 : 0;

function told() {
  return `${made} sequences, ${hits} answers of the cache, ${later} runs from an earlier one, ${bad} with differences`;
}
