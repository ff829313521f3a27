// Breaks correct systems in one place each, over varied YAML, and fixes them: each text has to be the one that it was:
//   npm run law:fix -- [--count 1000] [--seed 1] [--kept]
// --kept shows what was left as it was.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    kept: { type: 'boolean', default: false },
  },
});

/** @returns {Promise<typeof import('../test/laws/fix-law.js')>} */
async function load() {
  const outfile = join(root, `node_modules/.cache/fix-${process.pid}.cjs`);
  await build({
    entryPoints: [join(root, 'test/laws/fix-law.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs', // Our library looks for jq as CommonJS does.
    packages: 'external',
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}

const { judgedFixes } = await load();
/** @type {Map<string, Map<string, number>>} */
const table = new Map();
let bad = 0;
for (const judged of judgedFixes(Number(options.count), Number(options.seed))) {
  const { kind, outcome, edit, told, file } = judged;
  const row = table.get(kind) ?? new Map();
  table.set(kind, row.set(outcome, (row.get(outcome) ?? 0) + 1));
  const isWorse = outcome === 'other' || (outcome === 'kept' && options.kept);
  if (outcome === 'other') bad += 1;
  if (isWorse && (row.get(outcome) ?? 0) <= 3)
    console.log(`${outcome}: ${file}: ${edit}\n${told.join('\n')}\n`);
}
const sum = (/** @type {string} */ outcome) =>
  [...table.values()].reduce((total, row) => total + (row.get(outcome) ?? 0), 0);
for (const [kind, row] of [...table].sort())
  console.log(`${[...row].map(([outcome, times]) => `${times} ${outcome}`).join(', ')}: ${kind}`);
console.log(
  `${sum('same')} restored byte for byte, ${sum('kept')} left as they were, ${sum('silent')} not found, ${bad} otherwise`,
);
process.exitCode = bad > 0 || sum('same') === 0 ? 1 : 0;
