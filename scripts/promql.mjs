// Compares how queries by chance are read here with Prometheus' own parser; needs Go:
//   npm run conformance:promql -- --random 100000 --seed 7 [--judge <program that is built already>] [--verbose]
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
    judge: { type: 'string' },
    record: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});

/** @type {typeof import('../test/rollouts/analysis/promql/conformance.js') & typeof import('../test/rollouts/analysis/promql/queries.js')} */
const { answerOf, digestOf, inShort, isWrong, randomQueries } = await imported([
  'test/rollouts/analysis/promql/conformance.ts',
  'test/rollouts/analysis/promql/queries.ts',
]);

const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-promql-'));
try {
  const judge = options.judge ?? builtWithGo('conformance/promql', join(folder, 'judge'));
  const [count, seed] = [Number(options.random), Number(options.seed)];
  const queries = randomQueries(count, seed);
  const answers = execFileSync(judge, {
    input: queries.map((one) => JSON.stringify(one)).join('\n'),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
    .trimEnd()
    .split('\n');
  if (answers.length !== queries.length) throw new Error('The parser gave another number of answers.');
  if (options.record)
    writeFileSync(
      join(root, 'test/rollouts/analysis/promql/recorded.json'),
      `${JSON.stringify({ seed, digest: digestOf(queries), answers: answers.map(inShort).join('') })}\n`,
    );
  else report(queries, answers);
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * @param {readonly string[]} queries
 * @param {readonly string[]} answers
 */
function report(queries, answers) {
  /** @type {Record<string, number>} */
  const pairs = {};
  let wrong = 0;
  for (const [index, query] of queries.entries()) {
    const upstream = inShort(answers[index] ?? '');
    const ours = answerOf(query);
    pairs[`${upstream}${ours}`] = (pairs[`${upstream}${ours}`] ?? 0) + 1;
    if (isWrong(ours, upstream)) {
      wrong += 1;
      console.log(JSON.stringify({ query, ours, upstream: answers[index] }));
    } else if (options.verbose && upstream !== ours)
      console.log(JSON.stringify({ query, ours, upstream: answers[index] }));
  }
  console.log(
    `${queries.length} queries, by what Prometheus says and what is said here: ${JSON.stringify(pairs)}`,
  );
  console.log(`${wrong} different`);
  process.exitCode = wrong > 0 || queries.length === 0 ? 1 : 0;
}
