// Compares which fields random jq expressions delete here and in gojq, the jq of Argo CD. Needs Go:
//   npm run conformance:jq -- --random 100000 --seed 7 [--judge <program that is built already>] [--verbose]
//   … --record    writes the answers that npm test compares with
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { builtWithGo } from './go.mjs';
import { besideItself, imported } from './modules.mjs';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    random: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    judge: { type: 'string' },
    record: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    part: { type: 'boolean', default: false },
  },
});

/** A process keeps its results in memory, so each process gets a limited number of cases. */
const most = 5000;

const entry = 'test/argocd/jq/conformance.ts';
/** @type {typeof import('../test/argocd/jq/conformance.js')} */
const { compare, digestOf, inShort, randomCases } = await imported(entry, { define: besideItself(entry) });

/**
 * @param {readonly import('../test/argocd/jq/grammar.js').RandomCase[]} cases
 * @param {string} judge
 * @returns {import('../test/argocd/jq/conformance.js').GojqAnswer[]}
 */
function answersFor(cases, judge) {
  const said = execFileSync(judge, ['-lines'], {
    input: cases.map((one) => JSON.stringify(one)).join('\n'),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  return said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/**
 * @param {number} count
 * @param {number} seed
 * @param {string} judge
 */
function compareSome(count, seed, judge) {
  const cases = randomCases(count, seed);
  const answers = answersFor(cases, judge);
  /** @type {{ outcomes: Record<string, number>, unknown: Record<string, number>, differences: unknown[] }} */
  const sum = { outcomes: {}, unknown: {}, differences: [] };
  for (const [index, one] of cases.entries()) {
    const answer = answers[index];
    if (!answer) throw new Error('gojq gave too few answers.');
    sum.outcomes[answer.outcome] = (sum.outcomes[answer.outcome] ?? 0) + 1;
    const comparison = compare(one, inShort(answer));
    if (comparison === 'same') continue;
    if ('unknown' in comparison) {
      sum.unknown[comparison.unknown] = (sum.unknown[comparison.unknown] ?? 0) + 1;
      if (options.verbose) process.stderr.write(`${comparison.unknown}: ${one.expression}\n`);
    } else {
      sum.differences.push({ ...one, ours: comparison.ours, gojq: answer });
    }
  }
  return sum;
}

const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-jq-'));
try {
  const judge = options.judge ?? builtWithGo('conformance/gojq', join(folder, 'judge'));
  const [count, seed] = [Number(options.random), Number(options.seed)];
  if (options.record) {
    const cases = randomCases(count, seed);
    const answers = answersFor(cases, judge).map((answer) => `"${inShort(answer)}"`);
    writeFileSync(
      join(root, 'test/argocd/jq/random-recorded.json'),
      `{"seed":${seed},"digest":"${digestOf(cases)}","answers":[\n${answers.join(',\n')}\n]}\n`,
    );
  } else if (options.part) {
    console.log(JSON.stringify(compareSome(count, seed, judge)));
  } else {
    /** @type {Record<string, number>} */
    const outcomes = {};
    /** @type {Record<string, number>} */
    const unknown = {};
    let different = 0;
    for (let from = 0; from < count; from += most) {
      const args = ['--part', '--judge', judge, '--random', `${Math.min(most, count - from)}`];
      args.push('--seed', `${seed * 1000 + from / most}`, ...(options.verbose ? ['--verbose'] : []));
      const sum = JSON.parse(
        execFileSync(process.execPath, [import.meta.filename, ...args], {
          encoding: 'utf8',
          maxBuffer: 2 ** 30,
          stdio: ['ignore', 'pipe', 'inherit'],
        }),
      );
      for (const [name, times] of Object.entries(sum.outcomes))
        outcomes[name] = (outcomes[name] ?? 0) + times;
      for (const [why, times] of Object.entries(sum.unknown)) unknown[why] = (unknown[why] ?? 0) + times;
      for (const difference of sum.differences) console.log(JSON.stringify(difference));
      different += sum.differences.length;
    }
    const all = Object.values(unknown).reduce((total, times) => total + times, 0);
    console.log(`${count} expressions, by what gojq makes of them: ${JSON.stringify(outcomes)}`);
    console.log(`${all} unknown: ${JSON.stringify(unknown, null, 2)}`);
    console.log(`${different} different`);
    process.exitCode = different > 0 ? 1 : 0;
  }
} finally {
  rmSync(folder, { recursive: true });
}
