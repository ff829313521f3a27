// Makes single edits by chance in healthy systems, and asks whether lint, simulate, drift or impact says what the predicates of
// src/play/outcome show to be worse:
//   npm run kinds -- [--seed 1] [--count 1000] [--show 5] [--only WORDS] [--seconds 3600] [--log FILE] [--again FILE] [DIR...]
//   npm run kinds -- --table FILE...
// It ends early after so many seconds. Systems are the corrected examples, canaries of constructs and services of `new` by chance,
// or the manifests of each DIR, such as a checkout. --log appends a line for each edit; --table writes docs/kinds.md from logs.
// --again judges only those edits of a log that were missed or had a finding without harm, with the same seed and count.
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { page, summed, Sums, wrongIn } from './kinds/table.mjs';
import { besideItself, imported } from './modules.mjs';

const root = join(import.meta.dirname, '..');
const { values: options, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    show: { type: 'string', default: '5' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '3600' },
    log: { type: 'string' },
    again: { type: 'string' },
    table: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

/** @param {string} file @returns {readonly import('./kinds/table.mjs').Logged[]} */
const logOf = (file) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

if (options.table) {
  writeFileSync(join(root, 'docs/kinds.md'), page(positionals.flatMap(logOf)));
  process.exit();
}

/** @type {typeof import('../test/laws/kinds-law.js') & typeof import('../test/laws/kinds-systems.js')} */
const { editOutcomes, constructed, scaffolded } = await imported(
  ['test/laws/kinds-law.ts', 'test/laws/kinds-systems.ts'],
  { define: besideItself('src/write/scaffold/new-service.ts') },
);

/** @param {string} folder @param {string} [place] @returns {import('../test/support/random-repository.js').File[]} */
const filesOf = (folder, place = '') =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && /\.ya?ml$/.test(entry.name) && !/node_modules|\.git\//.test(entry.parentPath),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({
      path: `/repository/${place}${relative(folder, file)}`,
      text: readFileSync(file, 'utf8'),
    }));

const examples = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .map(({ name }) => `examples/${name}/corrected`)
  .flatMap((folder) => {
    try {
      // Their Applications name the folder in this repository.
      return [filesOf(join(root, folder), `${folder}/`)];
    } catch {
      return [];
    }
  });
const seed = Number(options.seed);
const isOwn = positionals.length === 0;
const systems = isOwn
  ? [...examples, ...constructed(20, seed), ...scaffolded(24, seed)]
  : positionals.map((folder) => filesOf(folder));

/** @type {Map<string, string[]>} */
const examplesOf = new Map();
/** @param {string} kind @param {string} text */
const keep = (kind, text) => examplesOf.set(kind, [...(examplesOf.get(kind) ?? []), text]);
/** @param {{ kind: string, place: string }} edit */
const keyOf = ({ kind, place }) => `${kind} ${place}`;
const again = options.again === undefined ? undefined : new Set(wrongIn(logOf(options.again)).map(keyOf));
const started = performance.now();
const sums = new Sums();
for (const outcome of editOutcomes(systems, {
  count: Number(options.count),
  seed,
  isWanted: (edit) => again?.has(keyOf(edit)) ?? true,
})) {
  const { edit, worse, changed, said, alarms } = outcome;
  /** @type {import('./kinds/table.mjs').Logged} */
  const logged = {
    seed,
    systems: isOwn ? 'own' : 'field',
    kind: edit.kind,
    place: edit.place,
    worse,
    changed,
    said: said.length,
    alarms,
  };
  if (options.log) appendFileSync(options.log, `${JSON.stringify(logged)}\n`);
  const { isMissed, isAlarm } = sums.add(logged);
  if (isMissed)
    keep(`not said: ${worse[0]?.split(' ')[0]}`, `${edit.kind}: ${edit.place}: ${worse.join('; ')}`);
  if (isAlarm)
    keep(`said, not worse: ${alarms[0]?.split(':')[0]}`, `${edit.kind}: ${edit.place}: ${alarms.join('; ')}`);
  if (performance.now() - started > Number(options.seconds) * 1000) break;
}
for (const [kind, texts] of [...examplesOf].sort(([, a], [, b]) => b.length - a.length)) {
  if (options.only !== undefined && !kind.includes(options.only)) continue;
  console.log(`--- ${texts.length} × ${kind}`);
  for (const text of texts.slice(0, Number(options.show))) console.log(`  ${text.slice(0, 400)}`);
}
for (const line of summed(sums)) console.log(line);
console.log(`seed ${seed}: ${sums.total.edits} edits`);
process.exitCode = sums.total.edits === 0 ? 1 : 0;
