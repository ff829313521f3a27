// Compares the order of writes and deletions that `rolloutkit impact` predicts with that of Argo CD's own engine:
//   npm run conformance:order -- --random 500 [--seed 1]   random changes
//   npm run conformance:order -- --record                  records the cases that the tests run
//   … --recorder <file>                                    uses an existing program
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { besideItself, imported } from './modules.mjs';

const { values: options } = parseArgs({
  options: {
    random: { type: 'string' },
    record: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    recorder: { type: 'string' },
  },
});

/** @type {typeof import('../test/play/impact/sync-order.js')} */
const order = await imported('test/play/impact/sync-order.ts', {
  format: 'esm',
  sourcemap: 'inline',
  define: besideItself('test/play/impact/sync-order.ts'),
});
const folder = mkdtempSync(join(tmpdir(), 'order-'));
const program = options.recorder === undefined ? built(join(folder, 'order')) : resolve(options.recorder);
const engine = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
const answers = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
try {
  if (options.record) await record();
  else await search(Number(options.random ?? '500'), Number(options.seed));
} finally {
  engine.stdin.end();
  rmSync(folder, { recursive: true });
}

/** @param {string} file */
function built(file) {
  const script = join(import.meta.dirname, 'conformance-argocd.mjs');
  execFileSync(process.execPath, [script, '--build', file, '--program', './order'], { stdio: 'inherit' });
  return file;
}

/** @param {import('../test/play/impact/sync-order.js').OrderQuestion} question @returns {Promise<import('../test/play/impact/sync-order.js').OrderAnswer>} */
async function ask(question) {
  engine.stdin.write(`${JSON.stringify(question)}\n`);
  const { value, done } = await answers.next();
  if (done) throw new Error(`The engine has no answer to ${JSON.stringify(question)}.`);
  return JSON.parse(value);
}

async function record() {
  const { seed, count } = order.recordedOrder;
  const cases = [];
  for (let run = 0; run < count; run += 1) {
    const { question } = order.playedOrder(order.orderCase(seed, run));
    const answer = await ask(question);
    const [of, lines] = [order.digestOfQuestion(question), order.orderLines(answer, answer.phase)];
    cases.push(JSON.stringify({ of, phase: answer.phase, lines }));
  }
  writeFileSync(order.recordedOrderFile, `{"version": "v3.5.1", "cases": [\n${cases.join(',\n')}\n]}\n`);
  console.log(`${cases.length} cases recorded.`);
}

/** @param {number} count @param {number} seed */
async function search(count, seed) {
  let [equal, operations, deletions] = [0, 0, 0];
  /** @type {Map<string, number>} */
  const ends = new Map();
  for (let run = 0; run < count; run += 1) {
    const one = order.orderCase(seed, run);
    const played = order.playedOrder(one);
    const answer = await ask(played.question);
    const end = `${answer.phase}: ${answer.message.replaceAll(/\S+\/\S+.*/g, '…')}`;
    ends.set(end, (ends.get(end) ?? 0) + 1);
    operations += answer.runs.flat().length;
    deletions += answer.runs.flat().filter((text) => text.startsWith('delete ')).length;
    const [ours, theirs] = [played.ours, answer].map((done) =>
      order.orderLines(done, answer.phase).join('\n'),
    );
    if (ours === theirs) equal += 1;
    else
      console.log(
        `${one.name} (${answer.phase}: ${answer.message})\nimpact plays\n${ours}\nArgo CD does\n${theirs}\n`,
      );
  }
  for (const [end, times] of [...ends].sort(([, one], [, other]) => other - one))
    console.log(`${String(times).padStart(5)}  ${end}`);
  console.log(
    `${equal} of ${count} cases agree, with ${operations} operations, ${deletions} of them deletions.`,
  );
  process.exitCode = equal < count || operations === 0 ? 1 : 0;
}
