// Compares our CEL evaluation of random objects with that of the API server's own code. Needs Go and the CRDs:
//   npm run conformance:cel -- --crds <folder> [--count 2500] [--seed 1] [--judge <program that is built already>]
//   … --record    writes the answers that npm test compares with
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { builtWithGo } from './go.mjs';
import { besideItself, imported } from './modules.mjs';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    crds: { type: 'string' },
    count: { type: 'string', default: '2500' },
    seed: { type: 'string', default: '1' },
    judge: { type: 'string' },
    record: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
if (options.crds === undefined)
  throw new Error('--crds names the folder of the CRDs; conformance/cel/README.md says which.');

const entry = 'test/kubernetes/cel/conformance.ts';
/** @type {typeof import('../test/kubernetes/cel/conformance.js')} */
const conformance = await imported(entry, { define: besideItself(entry) });

/**
 * Compares only whether the structure is invalid, not the message.
 * @param {any} answer
 */
const shortened = (answer) =>
  answer && { ...answer, structure: answer.structure.slice(0, 1).map(() => 'wrong') };

const [count, seed] = [Number(options.count), Number(options.seed)];
const asked = conformance.questions(count, seed).join('\n');
const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-cel-'));
try {
  const said = execFileSync(
    options.judge ?? builtWithGo('conformance/cel', join(folder, 'judge')),
    [resolve(options.crds)],
    {
      input: asked,
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    },
  );
  const answers = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  if (options.record) {
    const digest = createHash('sha256').update(asked).digest('hex');
    const lines = answers.map((one) => JSON.stringify(one.map(shortened))).join(',\n');
    writeFileSync(
      join(root, 'test/kubernetes/cel/recorded.json'),
      `{"seed":${seed},"digest":"${digest}","answers":[\n${lines}\n]}\n`,
    );
  }
  let [different, unknown, broken, missed] = [0, 0, 0, 0];
  for (const [index, object] of conformance.mutants(count, seed).entries()) {
    const outcome = conformance.compare(object, answers[index]);
    unknown += outcome.unknown;
    broken += outcome.broken;
    if (outcome.isMissed) missed++;
    if (outcome.isMissed && options.verbose)
      console.log(index, object.kind, 'missed', JSON.stringify(answers[index][0]));
    if (outcome.differences.length === 0) continue;
    different++;
    console.log(index, object.kind, outcome.differences.join('\n  '));
  }
  console.log(
    `${count} objects, ${broken} broken rules, ${unknown} unknown, ${missed} missed, ${different} different`,
  );
  process.exitCode = different > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}
