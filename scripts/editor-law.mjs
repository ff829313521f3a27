// Compares the diagnostics of the language server after each of many random edits with a run of lint over the same
// texts:
//   npm run law:editor -- [--edits 1000] [--seed 1] [--groups 3]
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { imported } from './modules.mjs';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    edits: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    groups: { type: 'string', default: '3' },
  },
});

/** @type {typeof import('../test/editor/lsp/edits-law.js')} */
const { steps } = await imported('test/editor/lsp/edits-law.ts');
const groups = Number(options.groups);
let [count, found, bad] = [0, 0, 0];
for await (const step of steps(join(root, 'test/rules'), Number(options.edits), Number(options.seed), {
  groups,
})) {
  if (step.edit !== 'opened') count += 1;
  found += step.found;
  if (step.missed.length + step.extra.length === 0) continue;
  bad += 1;
  console.log(JSON.stringify(step, null, 2));
}
console.log(`${count} edits, ${found} findings compared, ${bad} with differences`);
process.exit(bad > 0 || found === 0 ? 1 : 0);
