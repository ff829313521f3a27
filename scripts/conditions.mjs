// Compares what conditions of metrics by chance answer here with the evaluator of Argo Rollouts; needs Go:
//   npm run conformance:conditions -- --random 100000 --seed 7 [--release 1.10] [--judge <program that is built already>] [--verbose]
//   … --record    writes the answers that npm test compares with
//   npm run conformance:conditions -- --constant [--random 300] [--answers 1000] [--record]
// tries random and public conditions with many answers of each class, and fails if less than 90 % of those that are constant there are
// decided here, or one is decided otherwise.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isGoodEnough, tryAll } from './conditions/constant.mjs';
import { builtWithGo } from './go.mjs';
import { imported } from './modules.mjs';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    random: { type: 'string' },
    seed: { type: 'string', default: '1' },
    release: { type: 'string', default: '1.9' },
    judge: { type: 'string' },
    constant: { type: 'boolean', default: false },
    answers: { type: 'string', default: '1000' },
    record: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});

/** @type {typeof import('../test/rollouts/analysis/expression/conformance.js') & typeof import('../test/rollouts/analysis/expression/grammar.js') & typeof import('../test/rollouts/analysis/expression/trial.js')} */
const { answerOf, areAlike, digestOf, inShort, randomCases, randomConditions, ...trial } = await imported([
  'test/rollouts/analysis/expression/conformance.ts',
  'test/rollouts/analysis/expression/grammar.ts',
  'test/rollouts/analysis/expression/trial.ts',
]);

const release = options.release === '1.10' ? '1.10' : '1.9';
const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-conditions-'));
try {
  const judge = options.judge ?? builtFor(release, join(folder, 'judge'));
  const seed = Number(options.seed);
  if (options.constant) tryConstant(judge, seed);
  else {
    const cases = randomCases(Number(options.random ?? 5000), seed);
    const answers = ask(judge, cases);
    if (options.record)
      writeFileSync(
        join(root, `test/rollouts/analysis/expression/recorded-${release}.json`),
        `${JSON.stringify({ seed, digest: digestOf(cases), answers: answers.map(inShort).join('') })}\n`,
      );
    else report(cases, answers);
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** What the evaluator answers. @param {string} judge @param {readonly import('../test/rollouts/analysis/expression/grammar.js').Case[]} cases */
function ask(judge, cases) {
  if (cases.length === 0) return [];
  const input = cases.map((one) => JSON.stringify(one)).join('\n');
  const answers = execFileSync(judge, { input, encoding: 'utf8', maxBuffer: 2 ** 30 })
    .trimEnd()
    .split('\n');
  if (answers.length !== cases.length) throw new Error('The evaluator gave another number of answers.');
  return answers;
}

/** Random and public conditions with many answers of each class. @param {string} judge @param {number} seed */
function tryConstant(judge, seed) {
  /** @type {string[]} */
  const found = JSON.parse(readFileSync(join(root, 'conformance/conditions/public.json'), 'utf8'));
  const count = Number(options.random ?? 300);
  const drawn = /** @type {const} */ (['float', 'floats', 'json', 'nil']).flatMap((meant, index) =>
    randomConditions(Math.ceil(count / 4), seed + index, meant),
  );
  let isGood = true;
  for (const [name, conditions] of /** @type {const} */ ([
    ['public', found],
    ['random', drawn],
  ])) {
    console.log(`${conditions.length} ${name} conditions:`);
    const figures = tryAll(
      conditions,
      { trial, ask: (cases) => ask(judge, cases), inShort },
      { answers: Number(options.answers), seed, release },
    );
    isGood = isGoodEnough(figures, options.verbose) && isGood;
    if (options.record && name === 'public') recordConstant(found, figures);
  }
  process.exitCode = isGood ? 0 : 1;
}

/**
 * What the evaluator said of public conditions, which npm test compares with.
 * @param {readonly string[]} conditions @param {ReturnType<typeof tryAll>} figures
 */
function recordConstant(conditions, figures) {
  const outcomes = Object.fromEntries([...figures].map(([name, { letters }]) => [name, letters]));
  writeFileSync(
    join(root, `test/rollouts/analysis/expression/constant-${release}.json`),
    `${JSON.stringify({ conditions: conditions.length, outcomes })}\n`,
  );
}

/** The evaluator of a release: both are asked by the same program. @param {'1.9' | '1.10'} line @param {string} program */
function builtFor(line, program) {
  return line === '1.9'
    ? builtWithGo('conformance/conditions', program)
    : builtWithGo('conformance/conditions/v1.10', program, '../main.go');
}

/**
 * @param {readonly import('../test/rollouts/analysis/expression/grammar.js').Case[]} cases
 * @param {readonly string[]} answers
 */
function report(cases, answers) {
  /** @type {Record<string, number>} */
  const outcomes = {};
  /** @type {Record<string, number>} */
  const unknown = {};
  let different = 0;
  for (const [index, one] of cases.entries()) {
    const upstream = answers[index] ?? '';
    const ours = answerOf(one, release);
    outcomes[inShort(upstream)] = (outcomes[inShort(upstream)] ?? 0) + 1;
    if (ours.startsWith('unknown')) {
      unknown[ours] = (unknown[ours] ?? 0) + 1;
      if (options.verbose) console.log(`${ours}: ${one.condition}`);
    } else if (!areAlike(ours, upstream)) {
      different += 1;
      console.log(JSON.stringify({ ...one, ours, upstream }));
    }
  }
  const all = Object.values(unknown).reduce((total, times) => total + times, 0);
  console.log(`${cases.length} conditions, by the first letter of the answer: ${JSON.stringify(outcomes)}`);
  console.log(`${all} unknown: ${JSON.stringify(unknown, null, 2)}`);
  console.log(`${different} different`);
  process.exitCode = different > 0 || cases.length === 0 ? 1 : 0;
}
