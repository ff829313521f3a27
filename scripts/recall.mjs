// Which of the defects in conformance/recall/defects.json does rolloutkit say, and what else does it say there?
//   npm run recall -- --checkouts DIR [--exam second] [--only owner/name,…] [--findings FILE]
// --exam names a folder of conformance/recall with another list.
// DIR has a clone of each repository, at its commit, in the folder owner+name, as for `npm run field`. --findings writes
// everything that was said as JSON. outcome.json maps a defect to what says it, so each run shows the figure again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runAll } from './recall/run.mjs';
import { missesByKind, recallTable, saidBy } from './recall/table.mjs';

/** @typedef {import('./recall/run.mjs').Said} Said */
/** @typedef {import('./recall/table.mjs').Defect} Defect */
/** @typedef {import('./recall/table.mjs').Outcome} Outcome */
/** @typedef {{ repository: string, commit: string, defects: Defect[] }} Repository */

const { values: options } = parseArgs({
  options: {
    checkouts: { type: 'string', default: '' },
    exam: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    findings: { type: 'string', default: '' },
  },
});
const folder = path.join(import.meta.dirname, '../conformance/recall', options.exam);
/** @template T @param {string} name @returns {T} */
const read = (name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));

/** @param {Repository[]} repositories @param {Outcome} outcome @param {readonly Said[]} said */
function report(repositories, outcome, said) {
  const defects = repositories.flatMap(({ repository, defects }) =>
    defects.map((defect) => ({ ...defect, repository })),
  );
  const by = saidBy(defects, outcome.defects, said);
  console.log(recallTable(defects, by.found));
  console.log('\nNot said, by kind:');
  console.log(missesByKind(defects, by.found));
  for (const [verdict, { causes, findings }] of Object.entries(by.others(outcome.others)))
    console.log(`Beside the list, ${verdict}: ${causes} causes, ${findings} findings`);
  const open = by.unjudged(outcome.others);
  console.log(`${open.length} findings are neither of the list nor judged`);
  for (const { repository, run, rule, place, message } of open)
    console.log(`  ${repository} ${run} ${rule} ${place} ${message.split('\n')[0]}`);
  for (const { id, rule, at } of by.lost) console.log(`× ${id}: ${rule} at ${at} is said no more`);
  console.log(`${repositories.length} repositories, ${defects.length} defects`);
  return by.lost.length;
}

async function main() {
  if (options.checkouts === '' || !existsSync(options.checkouts)) {
    console.log(
      '× --checkouts names a folder with a clone of each repository; see conformance/recall/README.md.',
    );
    return 1;
  }
  const only = options.only === '' ? undefined : options.only.split(',');
  /** @type {Repository[]} */
  const all = read('defects.json');
  const repositories = all.filter(({ repository }) => only?.includes(repository) ?? true);
  const { said, faults } = await runAll(repositories, options.checkouts);
  for (const fault of faults) console.log(`× ${fault}`);
  if (options.findings !== '') writeFileSync(options.findings, `${JSON.stringify(said, undefined, 1)}\n`);
  const lost = report(repositories, read('outcome.json'), said);
  return faults.length + lost > 0 ? 1 : 0;
}

process.exitCode = await main();
