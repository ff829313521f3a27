// Compares linting what a change can reach with linting both states as a whole, for random edits of random
// repositories:
//   npm run law:reach -- [--count 600] [--seed 1]
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { imported } from './modules.mjs';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: { count: { type: 'string', default: '600' }, seed: { type: 'string', default: '1' } },
});

/** @type {typeof import('../test/lint/reach-law.js')} */
const { comparisons } = await imported('test/lint/reach-law.ts');
const folder = join(root, 'test/rules');
let [count, parts, bad] = [0, 0, 0];
for (const { edits, missed, extra, isPart } of comparisons(
  folder,
  Number(options.count),
  Number(options.seed),
)) {
  count += 1;
  if (isPart) parts += 1;
  if (missed.length + extra.length === 0) continue;
  bad += 1;
  console.log(JSON.stringify({ edits, missed, extra }, null, 2));
}
console.log(`${count} comparisons, ${parts} of a part of a repository, ${bad} with differences`);
process.exitCode = bad > 0 || parts === 0 ? 1 : 0;
