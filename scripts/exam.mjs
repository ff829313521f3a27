// Compares our findings with the expectations of other tools' tests, by linting their test objects:
//   npm run exam -- [--istio DIR] [--rollouts DIR] [--kube-linter DIR] [--kiali DIR] [--all] [--only WORD]
// Each DIR is a checkout. The one of Argo Rollouts must be v1.9.1; its tests are run, which needs Go. Needs a build.
// --all also prints the findings. Expectations that are not met on purpose are in exam/declined.json with their
// reasons. Also compares the message lists in src/rules/peers.ts with the checkouts. Nothing of theirs is kept here
// except codes and names of files and objects.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { istioCases } from './exam/istio.mjs';
import { judge } from './exam/judge.mjs';
import { kialiCases } from './exam/kiali.mjs';
import { kubeLinterCases } from './exam/kube-linter.mjs';
import { unlisted } from './exam/lists.mjs';
import { rolloutsCases } from './exam/rollouts.mjs';
import { subtestCases } from './exam/subtests.mjs';

/** @typedef {import('./exam/judge.mjs').Judged} Judged */

const exams = {
  istio: istioCases,
  rollouts: (/** @type {string} */ checkout) => [...rolloutsCases(checkout), ...subtestCases(checkout)],
  'kube-linter': kubeLinterCases,
  kiali: kialiCases,
};
const { values: options } = parseArgs({
  options: {
    istio: { type: 'string' },
    rollouts: { type: 'string' },
    'kube-linter': { type: 'string' },
    kiali: { type: 'string' },
    all: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
/** @type {import('./exam/judge.mjs').Declined[]} */
const declined = JSON.parse(readFileSync(join(import.meta.dirname, 'exam/declined.json'), 'utf8'));

const lost = unlisted(options);
for (const line of lost) console.log(`× ${line}`);

/** @type {Judged[]} */
const judged = [];
for (const [name, casesOf] of Object.entries(exams)) {
  const checkout = options[/** @type {keyof typeof exams} */ (name)];
  if (checkout === undefined) continue;
  for (const given of casesOf(checkout))
    if (given.name.includes(options.only)) judged.push(judge(given, declined));
}

for (const { case: given, found, declined: refused, missed, extra } of judged) {
  const isRight = missed.length === 0 && (given.expected.length > 0 || extra.length === 0);
  if (isRight && !options.all) continue;
  console.log(`${isRight ? '✓' : '×'} ${given.exam}: ${given.name}`);
  if (options.all) for (const one of found) console.log(`    found     ${wordsOf(one)}`);
  for (const one of refused) console.log(`    declined  ${wordsOf(one)}: ${one.reason}`);
  for (const one of missed) console.log(`    missed    ${wordsOf(one)}`);
  for (const { rule, text } of extra) console.log(`    too much  ${rule}: ${text}`);
}

/** @param {import('./exam/judge.mjs').Expected} message */
function wordsOf({ code, object, said = object }) {
  return `${code} ${said}`;
}

/** @param {(one: Judged) => readonly { code: string }[]} of */
const counts = (of) => {
  /** @type {Map<string, number>} */
  const byCode = new Map();
  for (const { code } of judged.flatMap(of)) byCode.set(code, (byCode.get(code) ?? 0) + 1);
  return byCode;
};
const [all, found, refused, missed] = [
  counts(({ case: given }) => given.expected),
  counts((one) => one.found),
  counts((one) => one.declined),
  counts((one) => one.missed),
];
console.log('\n| message | expected | found | declined | missed |\n| --- | --- | --- | --- | --- |');
for (const code of [...all.keys()].sort())
  console.log(
    `| ${code} | ${all.get(code)} | ${found.get(code) ?? 0} | ${refused.get(code) ?? 0} | ${missed.get(code) ?? 0} |`,
  );
const sum = (/** @type {Map<string, number>} */ byCode) => [...byCode.values()].reduce((a, b) => a + b, 0);
console.log();
for (const exam of new Set(judged.map((one) => one.case.exam))) {
  const of = judged.filter((one) => one.case.exam === exam);
  const [messages, some, others] = ['expected', 'found', 'declined'].map((key) =>
    of.reduce(
      (n, one) => n + (key === 'expected' ? one.case.expected : one[/** @type {'found'} */ (key)]).length,
      0,
    ),
  );
  console.log(`${exam}: ${of.length} cases, ${messages} messages: ${some} found, ${others} declined`);
}
const silent = judged.filter(({ case: given }) => given.expected.length === 0);
const quiet = silent.filter(({ extra }) => extra.length === 0);
console.log(
  `\n${judged.length} cases, ${sum(all)} messages: ${sum(found)} found, ${sum(refused)} declined, ${sum(missed)} missed; ${quiet.length} of ${silent.length} silent cases are silent.`,
);
if (judged.length === 0) console.log('× --istio, --rollouts, --kube-linter or --kiali names a checkout');
process.exitCode =
  judged.length === 0 ||
  lost.length > 0 ||
  judged.some(({ missed: some }) => some.length > 0) ||
  quiet.length < silent.length
    ? 1
    : 0;
