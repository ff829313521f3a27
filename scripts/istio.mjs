// Compares our validation of random Istio objects with Istio's own. Needs Go:
//   npm run conformance:istio -- [--count 8000] [--seed 1] [--judge <program that is built already>] [--verbose]
//   … --record    writes the answers that npm test compares with
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { builtWithGo } from './go.mjs';
import { besideItself, imported } from './modules.mjs';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '8000' },
    seed: { type: 'string', default: '1' },
    judge: { type: 'string' },
    record: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});

const entry = 'test/kubernetes/validation/istio/conformance.ts';
/** @type {typeof import('../test/kubernetes/validation/istio/conformance.js')} */
const conformance = await imported(entry, { define: besideItself(entry) });

const objects = conformance.objects(Number(options.count), Number(options.seed));
const input = objects.map((object) => JSON.stringify(object)).join('\n');
const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-istio-'));
try {
  const said = execFileSync(options.judge ?? builtWithGo('conformance/istio', join(folder, 'judge')), [], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  // Istio logs to the same output.
  const answers = said
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line).error);
  const isRefused = answers.map((error) => error !== undefined);
  if (options.record)
    writeFileSync(
      join(root, 'test/kubernetes/validation/istio/recorded.json'),
      `${JSON.stringify({
        seed: Number(options.seed),
        digest: createHash('sha256').update(input).digest('hex'),
        refused: isRefused.map((is) => (is ? '1' : '0')).join(''),
      })}\n`,
    );
  const { refused, found, wrong, missed } = conformance.compare(objects, isRefused);
  for (const { index, own } of wrong) console.log(`${index} accepted, and we say: ${own.join('; ')}`);
  if (options.verbose) for (const index of missed) console.log(`${index} ${answers[index]}`);
  console.log(
    `${objects.length} objects, ${refused} refused by Istio, ${found} of them found, ${missed.length} missed, ${wrong.length} found wrongly`,
  );
  process.exitCode = wrong.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}
