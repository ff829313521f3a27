// Rewrites systems in equivalent ways and compares the findings of lint; with --played, also the results of simulate,
// drift and impact:
//   npm run law:same -- [--seed 1] [--every 1] [--ways WORDS,WORDS] [--system WORDS] [--folder DIR]... [--played] [--show 3]
// --every takes every nth system. --folder adds the manifests of a folder, such as a checkout, as another system.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { imported } from './modules.mjs';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    every: { type: 'string', default: '1' },
    ways: { type: 'string' },
    system: { type: 'string' },
    folder: { type: 'string', multiple: true, default: [] },
    played: { type: 'boolean', default: false },
    show: { type: 'string', default: '3' },
  },
});

/** @type {typeof import('../test/laws/same-law.js')} */
const { comparedWays } = await imported('test/laws/same-law.ts');
/** @type {typeof import('../test/laws/rewritings.js')} */
const { rewritings } = await imported('test/laws/rewritings.ts');
/** @type {typeof import('../test/support/random-repository.js')} */
const { fixtures, randomFrom } = await imported('test/support/random-repository.ts');
/** @type {typeof import('../test/laws/same-plays.js') | undefined} */
const plays = options.played ? await imported('test/laws/same-plays.ts') : undefined;

/** @param {string} folder @returns {import('../test/support/random-repository.js').File[]} */
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && /\.ya?ml$/.test(entry.name) && !/node_modules|\.git\//.test(entry.parentPath),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({ path: relative(folder, file), text: readFileSync(file, 'utf8') }));

/** @param {string} folder */
const foldersIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));

const examples = foldersIn(join(root, 'examples')).flatMap(foldersIn);
const systems = [
  ...fixtures(join(root, 'test/rules')),
  ...[...examples, ...options.folder].map(filesOf).filter((files) => files.length > 0),
].map((files) => files.map(({ path, text }) => ({ path: `/repository/${path}`, text })));
const random = randomFrom(Number(options.seed));
const every = Number(options.every);
const words = options.ways?.split(',');
const ways = rewritings.filter(({ name }) => !words || words.some((word) => name.includes(word)));

/** @type {Map<string, { all: number, wrong: number }>} */
const table = new Map();
let [count, bad, findings] = [0, 0, 0];
for (const [index, files] of systems.entries()) {
  if (index % every !== Number(options.seed) % every) continue;
  if (options.system !== undefined && !files[0]?.path.includes(options.system)) continue;
  for (const compared of [comparedWays(files, random, ways), plays?.comparedPlays(files, random) ?? []])
    for (const { system, way, lost, gained, after, count: had } of compared) {
      count += 1;
      findings += had;
      const row = table.get(way) ?? { all: 0, wrong: 0 };
      table.set(way, row);
      row.all += 1;
      if (lost.length + gained.length === 0) continue;
      bad += 1;
      row.wrong += 1;
      if (row.wrong > Number(options.show)) continue;
      console.log(`--- ${way}: ${system}`);
      for (const told of lost) console.log(`  lost   ${told}`);
      for (const told of gained) console.log(`  gained ${told}`);
      if (options.system !== undefined) for (const { path, text } of after) console.log(`# ${path}\n${text}`);
    }
}
for (const [name, { all, wrong }] of table)
  console.log(`${String(wrong).padStart(5)} of ${String(all).padStart(6)}: ${name}`);
console.log(`${count} comparisons, ${findings} findings compared, ${bad} with differences`);
process.exitCode = bad > 0 || count === 0 ? 1 : 0;
