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
  const sum = (/** @type {'count' | 'safe' | 'unsafe' | 'choice'} */ key) =>
    all.reduce((total, one) => total + one[advice][key], 0);
  const [count, safe, unsafe, choice] = [sum('count'), sum('safe'), sum('unsafe'), sum('choice')];
  const repaired = safe + unsafe;
  return { count, safe, unsafe, choice, repaired, left: count - repaired - choice };
}

/** The whole page. @param {readonly MessageRepairs[]} all */
export async function repairsPage(all) {
  /** @type {Map<string, MessageRepairs[]>} */
  const byRule = new Map();
  for (const one of all) byRule.set(one.rule, [...(byRule.get(one.rule) ?? []), one]);
  // Only these: a row for each rule would change with every rule, and the page of a rule says whether it has a fix.
  const rows = [...byRule]
    .filter(([, its]) => totalsOf(its, 'value').left + totalsOf(its, 'choice').left > 0)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([rule, its]) => `| [${rule}](rules/${rule}.md) | ${verdictOn(its)} |`);
  const [value, choice, open] = /** @type {const} */ (['value', 'choice', 'open']).map((advice) =>
    share(totalsOf(all, advice)),
  );
  const text = `# What \`--fix\` repairs

Written by \`npm run docs\` from the fixtures of the rules: what a rule finds in them, and whether the finding carries an edit. Safe
edits are made by \`--fix\`, unsafe ones by \`--fix=all\`; [fixing.md](fixing.md) explains both.

What a message asks for is one of these, by the words of its advice ([advice.ts](../test/laws/advice.ts) reads them):

- **One edit**: it names the value to write, the name that was meant, or what to add or remove. ${value} % of such findings carry
  the edit. The limit of a range ("at most 100") is such a value.
- **A choice**: it names several edits ("remove it, or add it to the pods", one value of a list), and the user takes one: in the
  editor, in ESLint, or from the \`choices\` of JSON; \`--fix\` takes none. ${choice} % carry such edits, or the one that is much likelier or
  does less. Those that are not an edit, such as another name, are left out.
- **An open value**: only the user knows it, such as a readinessProbe, a new name or a number above 0. An example after "such as"
  is not a value. ${open} % carry an edit, where a value can be guessed.
- **No advice**, or none that is an edit of a file.

Of the findings that name one edit or several, ${share(namedOf(all))} % carry an edit or a choice. The page of each rule says whether it has
them. These are the rules with findings that name edits and do not carry one:

| Rule | Carries | Does not carry |
| --- | --- | --- |
${rows.join('\n')}
`;
  const file = join(root, repairsFile);
  return await format(text, { ...(await resolveConfig(file)), filepath: file });
}

/** The share that carries an edit. @param {ReturnType<typeof totalsOf> | undefined} totals */
export function percent(totals) {
  return totals ? Math.round((100 * totals.repaired) / totals.count) : 0;
}

/** The findings that name one edit or several. @param {readonly MessageRepairs[]} all */
export function namedOf(all) {
  const [value, choice] = [totalsOf(all, 'value'), totalsOf(all, 'choice')];
  return {
    count: value.count + choice.count,
    repaired: value.repaired + choice.repaired,
    choice: value.choice + choice.choice,
  };
}

/** The share that carries an edit or a choice. @param {ReturnType<typeof namedOf>} totals */
export function share({ count, repaired, choice }) {
  return Math.floor((100 * (repaired + choice)) / count);
}

/** What a row of the page says of a rule. @param {readonly MessageRepairs[]} its */
function verdictOn(its) {
  const kinds = /** @type {const} */ (['safe', 'unsafe']).filter((kind) =>
    its.some((one) =>
      /** @type {const} */ (['value', 'choice', 'open', 'none']).some((advice) => one[advice][kind] > 0),
    ),
  );
  const left = (/** @type {Advice} */ advice) => totalsOf(its, advice).left > 0;
  const hasChoices = its.some((one) => one.choice.choice + one.value.choice > 0);
  const carried = [...kinds, ...(hasChoices ? ['a choice'] : [])];
  const missing = [...(left('value') ? ['one edit'] : []), ...(left('choice') ? ['a choice'] : [])];
  const has = carried.length > 0 ? `in some cases (${carried.join(', ')})` : 'none';
  return `${has} | ${missing.join(', ')}`;
}
