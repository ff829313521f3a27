// Makes single edits by chance in healthy systems, and asks whether lint, simulate, drift or impact says what the frames
// show to be worse:
//   npm run kinds -- [--seed 1] [--count 1000] [--show 5] [--only WORDS] [--seconds 3600] [DIR...]
// It ends early after so many seconds. Systems are the corrected examples, canaries of constructs by chance, and the manifests of each DIR, such as a checkout.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { imported } from './modules.mjs';

const root = join(import.meta.dirname, '..');
const { values: options, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    show: { type: 'string', default: '5' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '3600' },
  },
  allowPositionals: true,
});

/** @type {typeof import('../test/laws/kinds-law.js') & typeof import('../test/laws/kinds-systems.js')} */
const { editOutcomes, constructed } = await imported([
  'test/laws/kinds-law.ts',
  'test/laws/kinds-systems.ts',
]);

/** @param {string} folder @returns {import('../test/support/random-repository.js').File[]} */
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && /\.ya?ml$/.test(entry.name) && !/node_modules|\.git\//.test(entry.parentPath),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({ path: `/repository/${relative(folder, file)}`, text: readFileSync(file, 'utf8') }));

const examples = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .map(({ name }) => join(root, 'examples', name, 'corrected'))
  .flatMap((folder) => {
    try {
      return [filesOf(folder)];
    } catch {
      return [];
    }
  });
const seed = Number(options.seed);
const systems = positionals.length > 0 ? positionals.map(filesOf) : [...examples, ...constructed(20, seed)];

/** @typedef {{ edits: number, missed: number, alarms: number, worse: number, harmless: number }} Row */
/** @type {Map<string, Row>} */
const table = new Map();
/** @type {Map<string, string[]>} */
const examplesOf = new Map();
/** @param {string} kind @param {string} text */
const keep = (kind, text) => examplesOf.set(kind, [...(examplesOf.get(kind) ?? []), text]);
const started = performance.now();
const total = { edits: 0, worse: 0, harmless: 0, missed: 0, alarms: 0 };
for (const { edit, worse, harm, said } of editOutcomes(systems, Number(options.count), seed)) {
  const row = table.get(edit.kind) ?? { edits: 0, worse: 0, harmless: 0, missed: 0, alarms: 0 };
  table.set(edit.kind, row);
  const isHarmless = worse.length + harm.length === 0;
  const isMissed = worse.length > 0 && said.length === 0;
  const isAlarm = isHarmless && said.length > 0;
  for (const counts of [row, total]) {
    counts.edits += 1;
    if (worse.length > 0) counts.worse += 1;
    if (isHarmless) counts.harmless += 1;
    if (isMissed) counts.missed += 1;
    if (isAlarm) counts.alarms += 1;
  }
  if (isMissed)
    keep(`not said: ${worse[0]?.split(' ')[0]}`, `${edit.kind}: ${edit.place}: ${worse.join('; ')}`);
  if (isAlarm)
    keep(`said, not worse: ${said[0]?.split(':')[0]}`, `${edit.kind}: ${edit.place}: ${said.join('; ')}`);
  if (performance.now() - started > Number(options.seconds) * 1000) break;
}
for (const [kind, texts] of [...examplesOf].sort(([, a], [, b]) => b.length - a.length)) {
  if (options.only !== undefined && !kind.includes(options.only)) continue;
  console.log(`--- ${texts.length} × ${kind}`);
  for (const text of texts.slice(0, Number(options.show))) console.log(`  ${text.slice(0, 400)}`);
}
for (const [kind, { edits, worse, harmless, missed, alarms }] of [...table].sort())
  console.log(
    `${kind.padEnd(24)} ${edits} edits, ${worse} worse, ${missed} of them not said; ${alarms} of ${harmless} others said`,
  );
const { edits, worse, harmless, missed, alarms } = total;
/** @param {number} part @param {number} whole */
const percent = (part, whole) => (whole === 0 ? 'none' : `${((part * 100) / whole).toFixed(1)} %`);
console.log(
  `seed ${seed}: ${edits} edits; worse and said ${worse - missed} of ${worse} (${percent(worse - missed, worse)}); not worse and silent ${harmless - alarms} of ${harmless} (${percent(harmless - alarms, harmless)})`,
);
process.exitCode = edits === 0 ? 1 : 0;
