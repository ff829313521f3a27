// Compares what conditions of metrics by chance answer here with the evaluator of Argo Rollouts; needs Go:
//   npm run conformance:conditions -- --random 100000 --seed 7 [--release 1.10] [--judge <program that is built already>] [--verbose]
//   … --record    writes the answers that npm test compares with
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { builtWithGo } from './go.mjs';
import { imported } from './modules.mjs';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    random: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    release: { type: 'string', default: '1.9' },
    judge: { type: 'string' },
    record: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});

/** @type {typeof import('../test/rollouts/analysis/expression/conformance.js') & typeof import('../test/rollouts/analysis/expression/grammar.js')} */
const { answerOf, areAlike, digestOf, inShort, randomCases } = await imported([
  'test/rollouts/analysis/expression/conformance.ts',
  'test/rollouts/analysis/expression/grammar.ts',
]);

const release = options.release === '1.10' ? '1.10' : '1.9';
const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-conditions-'));
try {
  const judge = options.judge ?? builtFor(release, join(folder, 'judge'));
  const [count, seed] = [Number(options.random), Number(options.seed)];
  const cases = randomCases(count, seed);
  const answers = execFileSync(judge, {
    input: cases.map((one) => JSON.stringify(one)).join('\n'),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
    .trimEnd()
    .split('\n');
  if (answers.length !== cases.length) throw new Error('The evaluator gave another number of answers.');
  if (options.record)
    writeFileSync(
      join(root, `test/rollouts/analysis/expression/recorded-${release}.json`),
      `${JSON.stringify({ seed, digest: digestOf(cases), answers: answers.map(inShort).join('') })}\n`,
    );
  else report(cases, answers);
} finally {
  rmSync(folder, { recursive: true });
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
