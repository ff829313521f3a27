// Prints which messages of rules name a value to write, and which of their findings have the edit, over the fixtures of all
// rules: node scripts/repairs.mjs [--missing]
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { imported } from './modules.mjs';

const { values: options } = parseArgs({ options: { missing: { type: 'boolean', default: false } } });
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
