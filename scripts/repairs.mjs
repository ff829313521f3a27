// Prints how many findings of the fixtures of all rules carry the edit that their message names: node scripts/repairs.mjs [--missing].
// --missing lists the messages without one, most frequent first. npm run docs writes docs/repairs.md from the same.
import { parseArgs } from 'node:util';
import { messageRepairs, namedOf, percent, share, totalsOf } from './repairs-page.mjs';

const { values: options } = parseArgs({ options: { missing: { type: 'boolean', default: false } } });
const all = await messageRepairs();
/** @type {readonly (readonly [import('../test/laws/advice.js').Advice, string])[]} */
const advices = [
  ['open', 'leave the value to the user'],
  ['choice', 'name several edits'],
  ['value', 'name one edit'],
];
for (const [advice, words] of options.missing ? advices : []) {
  console.log(`\n# ${words}\n`);
  const left = (/** @type {(typeof all)[number]} */ one) => totalsOf([one], advice).left;
  for (const one of all.filter((each) => left(each) > 0).toSorted((a, b) => left(b) - left(a)))
    console.log(
      `${left(one)} of ${one[advice].count}  ${one.rule} ${one.id}\n    ${one.examples[advice] ?? ''}`,
    );
}
for (const [advice, words] of advices) {
  const totals = totalsOf(all, advice);
  console.log(
    `${totals.count} findings ${words}; ${totals.repaired} (${percent(totals)} %) carry an edit, ${totals.safe} safe; ${totals.choice} more carry choices`,
  );
}
const named = namedOf(all);
console.log(
  `${named.count} findings name one edit or several; ${named.repaired + named.choice} (${share(named)} %) carry an edit or choices`,
);
