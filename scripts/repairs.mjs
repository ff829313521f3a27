// Prints which messages of rules name a value to write, and which of their findings have the edit, over the fixtures of all
// rules: node scripts/repairs.mjs [--missing] [--write]
// --missing lists messages without an edit, --write writes docs/repairs.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { imported } from './modules.mjs';

const { values: options } = parseArgs({
  options: { missing: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
});
/** @type {typeof import('../test/laws/repairs.js')} */
const { repairsOf } = await imported('test/laws/repairs.ts');
const all = repairsOf(join(import.meta.dirname, '../test/rules'));
const sum = (/** @type {(one: (typeof all)[number]) => number} */ of) =>
  all.reduce((total, one) => total + of(one), 0);
const lacking = all.filter(({ named, safe, unsafe }) => named > safe + unsafe);
if (options.missing)
  for (const { rule, id, named, safe, unsafe, example } of lacking.toSorted(
    (left, right) => right.named - right.safe - right.unsafe - (left.named - left.safe - left.unsafe),
  ))
    console.log(`${named - safe - unsafe} of ${named}  ${rule} ${id}\n    ${example ?? ''}`);
const named = sum((one) => one.named);
const repaired = sum((one) => one.safe + one.unsafe);
const messages = all.filter((one) => one.named > 0);
console.log(
  `${named} of ${sum(({ count }) => count)} findings name a value; ${repaired} (${Math.round((100 * repaired) / named)} %) have the edit, ${sum(({ safe }) => safe)} safe`,
);
console.log(
  `${messages.length} messages name a value; ${messages.filter((one) => one.safe + one.unsafe > 0).length} of them have an edit somewhere`,
);

/** What a row of the page says of a rule. @param {readonly (typeof all)[number][]} its */
function verdictOn(its) {
  const total = (/** @type {(one: (typeof all)[number]) => number} */ of) =>
    its.reduce((count, one) => count + of(one), 0);
  const [safe, unsafe, choices] = [
    total((one) => one.safe),
    total((one) => one.unsafe),
    total((one) => one.choices),
  ];
  const left = total((one) => one.named) - safe - unsafe - choices;
  const kinds = [...new Set(its.flatMap((one) => [...one.kinds]))].sort();
  return [
    ...(kinds.length > 0 ? [`repair (${kinds.join(', ')})`] : []),
    ...(choices > 0 ? ['a choice: the message names what can be written'] : []),
    ...(left > 0 ? ['the message says what to write, and the edit is made by hand'] : []),
    ...(kinds.length + choices + left === 0 ? ['none: no message names a value to write'] : []),
  ].join('; ');
}

if (options.write) {
  /** @type {Map<string, (typeof all)[number][]>} */
  const byRule = new Map();
  for (const one of all) byRule.set(one.rule, [...(byRule.get(one.rule) ?? []), one]);
  const rows = [...byRule]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([rule, its]) => `| [${rule}](rules/${rule}.md) | ${verdictOn(its)} |`);
  const text = `# What \`--fix\` repairs

Written by \`node scripts/repairs.mjs --write\` from the fixtures of the rules: what a rule finds in them, and whether the finding
carries an edit. Safe edits are made by \`--fix\`, unsafe ones by \`--fix=all\`; [fixing.md](fixing.md) explains both. ${repaired} of ${named} findings
that name a value to write, to add or to remove carry the edit.

| Rule | Repair |
| --- | --- |
${rows.join('\n')}
`;
  const file = join(import.meta.dirname, '../docs/repairs.md');
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
}
