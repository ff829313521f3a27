// Breaks correct systems in one place each, over varied YAML, and fixes them; each text must be the original again:
//   npm run law:fix -- [--count 1000] [--seed 1] [--kept] [--faults 300] [--choices 10000] [--sets 1000]
// --kept prints what was not fixed. --faults makes this many systems with several mistakes, not all of which can be
// fixed. --choices makes this many fixes and choices of what is found in the fixtures of all rules, each by itself: the finding
// is gone then, no error is new, all other bytes are the same, and the same edit is not offered again. --sets fixes this many
// ApplicationSets that ignore nothing: only their template gets the entries.
import { parseArgs } from 'node:util';
import { imported } from './modules.mjs';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    kept: { type: 'boolean', default: false },
    faults: { type: 'string', default: '0' },
    choices: { type: 'string', default: '0' },
    sets: { type: 'string', default: '0' },
  },
});

/** @type {typeof import('../test/laws/fix-law.js')} */
const { faultyFolders, judgedFixes } = await imported('test/laws/fix-law.ts');
/** @type {Map<string, Map<string, number>>} */
const table = new Map();
let bad = 0;
const count = Number(options.count);
for (const judged of count > 0 ? judgedFixes(count, Number(options.seed)) : []) {
  const { kind, outcome, edit, told, file } = judged;
  const row = table.get(kind) ?? new Map();
  table.set(kind, row.set(outcome, (row.get(outcome) ?? 0) + 1));
  const isWorse = outcome === 'other' || (outcome === 'kept' && options.kept);
  if (outcome === 'other') bad += 1;
  if (isWorse && (row.get(outcome) ?? 0) <= 3)
    console.log(`${outcome}: ${file}: ${edit}\n${told.join('\n')}\n`);
}
const sum = (/** @type {string} */ outcome) =>
  [...table.values()].reduce((total, row) => total + (row.get(outcome) ?? 0), 0);
for (const [kind, row] of [...table].sort())
  console.log(`${[...row].map(([outcome, times]) => `${times} ${outcome}`).join(', ')}: ${kind}`);
console.log(
  `${sum('same')} restored byte for byte, ${sum('kept')} left as they were, ${sum('silent')} not found, ${bad} otherwise`,
);
let [folders, restored, changing, left, unmade, unfit] = [0, 0, 0, 0, 0, 0];
/** @type {Map<string, number>} */
const remaining = new Map();
for (const { left: remains, after, second, right, edits } of faultyFolders(
  Number(options.faults),
  Number(options.seed),
)) {
  folders += 1;
  if ([...right].every(([file, text]) => after.get(file) === text)) restored += 1;
  if (second.changed.size > 0) {
    changing += 1;
    console.log(`a second run changes something: ${edits.join('; ')}`);
  }
  for (const { rule, fix, message, isUnfit } of remains) {
    left += 1;
    if (isUnfit) unfit += 1;
    if (fix?.safety === 'safe' && !isUnfit && ++unmade <= (options.kept ? 8 : 0))
      console.log(
        `not made: ${fix.title} ${rule} ${JSON.stringify(message.data)} after ${edits.join('; ')}\n`,
      );
    const what = `${isUnfit ? 'unfit: ' : fix ? `${fix.safety} fix: ` : ''}${rule}`;
    remaining.set(what, (remaining.get(what) ?? 0) + 1);
  }
}
if (folders > 0) {
  for (const [what, times] of [...remaining].sort()) console.log(`${times} left: ${what}`);
  console.log(
    `${folders} folders with faults: ${restored} restored, ${left} findings left, ${unfit} of them with a fix that their document does not allow, and ${unmade} with one after which something else is wrong; ${changing} changed again`,
  );
}
const wrong = Number(options.choices) > 0 ? await choicesOf(Number(options.choices)) : 0;
const misplaced = Number(options.sets) > 0 ? await setsOf(Number(options.sets)) : 0;
process.exitCode =
  misplaced > 0 || wrong > 0 || changing > 0 || bad > 0 || (sum('same') === 0 && count > 0) ? 1 : 0;

/** Judges fixes and choices one by one, and prints what is wrong. @param {number} count */
async function choicesOf(count) {
  /** @type {typeof import('../test/laws/choices-law.js')} */
  const { judgedChoices } = await imported('test/laws/choices-law.ts');
  /** @type {Map<string, number>} */
  const outcomes = new Map();
  let done = 0;
  /** @type {Set<string>} */
  const shown = new Set();
  for (const { where, rule, title, kind, outcome, told } of judgedChoices(
    'test/rules',
    count,
    Number(options.seed),
  )) {
    const key = `${outcome} ${kind}`;
    outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
    if (++done % 1000 === 0)
      console.log(`… ${done}: ${[...outcomes].map((one) => one.join(' ')).join(', ')}`);
    const words = `${rule}: ${title} ${told.join(' ')}`;
    if (
      (outcome !== 'wrong' && !(outcome === 'further' && options.kept)) ||
      shown.has(words) ||
      shown.size === 500
    )
      continue;
    shown.add(words);
    console.log(`${outcome}: ${where}: ${kind} of ${rule}: ${title}\n  ${told.join('\n  ')}`);
  }
  for (const [key, times] of [...outcomes].sort()) console.log(`${times} ${key}`);
  return ['safe', 'unsafe', 'choice'].reduce((sum, kind) => sum + (outcomes.get(`wrong ${kind}`) ?? 0), 0);
}

/** Fixes ApplicationSets that ignore nothing, and prints what is wrong. @param {number} count */
async function setsOf(count) {
  /** @type {typeof import('../test/laws/fixed-sets.js')} */
  const { fixedSets } = await imported('test/laws/fixed-sets.ts');
  /** @type {Map<string, number>} */
  const outcomes = new Map();
  let misplaced = 0;
  for (const { generator, outcome, told } of fixedSets(count, Number(options.seed))) {
    const key = `${outcome}: ${generator}`;
    outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
    if (outcome === 'wrong' && ++misplaced <= 3) console.log(`wrong: ${generator}\n${told.join('\n')}\n`);
  }
  for (const [key, times] of [...outcomes].sort()) console.log(`${times} ${key}`);
  return misplaced;
}
