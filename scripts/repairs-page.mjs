// What docs/repairs.md says: which messages of rules name what to write, and which of their findings have the edit, over the
// fixtures of all rules.
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { imported } from './modules.mjs';

/** @typedef {import('../test/laws/repairs.js').MessageRepairs} MessageRepairs */
/** @typedef {import('../test/laws/advice.js').Advice} Advice */

const root = join(import.meta.dirname, '..');

/** The page, from the root of the project. */
export const repairsFile = 'docs/repairs.md';

/** What the fixtures meet. @returns {Promise<readonly MessageRepairs[]>} */
export async function messageRepairs() {
  /** @type {typeof import('../test/laws/repairs.js')} */
  const { repairsOf } = await imported('test/laws/repairs.ts');
  return repairsOf(join(root, 'test/rules'));
}

/** The findings with an advice, and those with an edit. @param {readonly MessageRepairs[]} all @param {Advice} advice */
export function totalsOf(all, advice) {
  const sum = (/** @type {'count' | 'safe' | 'unsafe'} */ key) =>
    all.reduce((total, one) => total + one[advice][key], 0);
  const [count, safe, unsafe] = [sum('count'), sum('safe'), sum('unsafe')];
  return { count, safe, unsafe, repaired: safe + unsafe, left: count - safe - unsafe };
}

/** The whole page. @param {readonly MessageRepairs[]} all */
export async function repairsPage(all) {
  /** @type {Map<string, MessageRepairs[]>} */
  const byRule = new Map();
  for (const one of all) byRule.set(one.rule, [...(byRule.get(one.rule) ?? []), one]);
  // Only these: a row for each rule would change with every rule, and the page of a rule says whether it has a fix.
  const rows = [...byRule]
    .filter(([, its]) => totalsOf(its, 'value').left > 0)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([rule, its]) => `| [${rule}](rules/${rule}.md) | ${verdictOn(its)} |`);
  const [value, choice, open] = /** @type {const} */ (['value', 'choice', 'open']).map((advice) =>
    percent(totalsOf(all, advice)),
  );
  const text = `# What \`--fix\` repairs

Written by \`npm run docs\` from the fixtures of the rules: what a rule finds in them, and whether the finding carries an edit. Safe
edits are made by \`--fix\`, unsafe ones by \`--fix=all\`; [fixing.md](fixing.md) explains both.

What a message asks for is one of these, by the words of its advice ([advice.ts](../test/laws/advice.ts) reads them):

- **One edit**: it names the value to write, the name that was meant, or what to add or remove. ${value} % of such findings carry
  the edit. The limit of a range ("at most 100") is such a value.
- **A choice**: it names several edits ("remove it, or add it to the pods", one value of a list), and the user takes one. ${choice} %
  carry an edit, where one of them is much likelier or does less. A finding has one edit, so the others are made by hand.
- **An open value**: only the user knows it, such as a readinessProbe, a new name or a number above 0. An example after "such as"
  is not a value. ${open} % carry an edit, where a value can be guessed.
- **No advice**, or none that is an edit of a file.

The page of each rule says whether it has a fix. These are the rules with findings that name one edit and do not carry it:

| Rule | Repair |
| --- | --- |
${rows.join('\n')}
`;
  const file = join(root, repairsFile);
  return await format(text, { ...(await resolveConfig(file)), filepath: file });
}

/** The share that carries an edit. @param {ReturnType<typeof totalsOf> | undefined} totals */
export function percent(totals) {
  return totals ? Math.round((100 * totals.repaired) / totals.count) : 0;
}

/** What a row of the page says of a rule. @param {readonly MessageRepairs[]} its */
function verdictOn(its) {
  const kinds = /** @type {const} */ (['safe', 'unsafe']).filter((kind) =>
    its.some((one) =>
      /** @type {const} */ (['value', 'choice', 'open', 'none']).some((advice) => one[advice][kind] > 0),
    ),
  );
  return kinds.length > 0 ? `in some cases (${kinds.join(', ')})` : 'none';
}
