// Draws cells of test/fields/table.json by chance, to be checked against upstream by reading:
//   npm run fields:draw -- [--seed 1] [--count 50] [--kinds Rollout,AnalysisTemplate]
// Cells about types are left out, because a mutation proves each of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '50' },
    kinds: { type: 'string', default: '' },
  },
});
/** @type {Record<string, Record<string, string>>} */
const table = JSON.parse(readFileSync(join(import.meta.dirname, '../test/fields/table.json'), 'utf8'));
const kinds = values.kinds === '' ? undefined : values.kinds.split(',');
const cells = Object.entries(table)
  .filter(([field]) => kinds?.includes(field.split(' ')[0] ?? '') ?? true)
  .flatMap(([field, own]) => Object.entries(own).map(([question, cell]) => ({ field, question, cell })))
  .filter(({ question }) => question !== 'type');

let state = Number(values.seed) >>> 0;
/** Mulberry32. */
function random() {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

const count = Math.min(Number(values.count), cells.length);
for (let drawn = 0; drawn < count; drawn++) {
  const [one] = cells.splice(Math.floor(random() * cells.length), 1);
  if (one) console.log(`${one.field} ${one.question}: ${one.cell}`);
}
