// Compares how our reader and Kubernetes read unusual YAML: npm run fuzz:yaml -- [--inputs 20000] [--seed 7]
// Needs Go. Minimizes each difference and prints it with its reason; a difference without a known reason is an error.
// --keep writes an example of each reason, and texts that both read alike, to conformance/yaml/fuzzed.json, with which
// the tests run without Go.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { builtWithGo } from './go.mjs';
import { imported } from './modules.mjs';

/** @typedef {import('../test/yaml/parse/go-outcome.js').Case} Case */

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    inputs: { type: 'string', default: '20000' },
    seed: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const seed = Number(options.seed ?? Math.floor(Math.random() * 2 ** 31));
const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-fuzz-yaml-'));

/** Sends texts to the Go program one at a time. */
class Kubernetes {
  /** @type {((answer: Case) => void)[]} */
  waiting = [];

  constructor() {
    const program = builtWithGo('conformance/yaml', join(folder, 'yaml'));
    this.program = spawn(program, ['stream'], { stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: this.program.stdout }).on('line', (line) =>
      this.waiting.shift()?.(JSON.parse(line)),
    );
  }

  /** @param {string} yaml @returns {Promise<Case>} */
  ask(yaml) {
    this.program.stdin.write(`${JSON.stringify({ yaml })}\n`);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  close() {
    this.program.stdin.end();
  }
}

/** @param {Kubernetes} kubernetes @param {Case} found @param {(one: Case) => unknown} judge */
async function made(kubernetes, found, judge) {
  const wanted = judge(found);
  let best = found;
  for (let size = Math.ceil(best.yaml.length / 2); size >= 1;) {
    let isSmaller = false;
    for (let at = 0; at < best.yaml.length;) {
      const text = best.yaml.slice(0, at) + best.yaml.slice(at + size);
      const one = text === Buffer.from(text).toString() ? await kubernetes.ask(text) : undefined;
      if (one && judge(one) === wanted) {
        best = one;
        isSmaller = true;
      } else at += size;
    }
    if (size > 1 || !isSmaller) size = Math.floor(size / 2);
  }
  return best;
}

const kubernetes = new Kubernetes();
try {
  /** @type {typeof import('../test/fuzz/yaml.js')} */
  const yaml = await imported('test/fuzz/yaml.ts', { format: 'esm' });
  const seeds = yaml.readSeeds(root);
  /** @type {Record<string, number>} */
  const outcomes = {};
  /** @type {import('../test/fuzz/yaml.js').Kept[]} */
  const agreed = [];
  /** @type {Map<string, { times: number, example: Case }>} */
  const classes = new Map();
  for (let index = 0; index < Number(options.inputs); index += 1) {
    const text = yaml.textAt(seeds, seed, index);
    // A difference in a long text also occurs in short texts, which are faster to minimize.
    if (text.length > 3000) continue;
    const found = await kubernetes.ask(text);
    const outcome = yaml.outcome(found);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (outcome === 'same value' || outcome === 'both refuse') {
      if (agreed.length < 300 && text.length < 200 && index % 7 === 0) agreed.push({ outcome, ...found });
      continue;
    }
    if (yaml.differs(found) === undefined) continue;
    const example = await made(kubernetes, found, yaml.differs);
    const name = `${yaml.differs(example)}: ${yaml.reasonOf(example) ?? `UNEXPLAINED ${JSON.stringify(example.yaml)}`}`;
    const known = classes.get(name);
    if (known) known.times += 1;
    else classes.set(name, { times: 1, example });
  }
  console.log(`seed ${seed}`);
  for (const [outcome, times] of Object.entries(outcomes))
    console.log(`${String(times).padStart(8)}  ${outcome}`);
  console.log('Of these, as objects with a kind:');
  for (const [name, { times, example }] of [...classes].sort(([, one], [, other]) => other.times - one.times))
    console.log(`${String(times).padStart(8)}  ${name}, such as ${JSON.stringify(example.yaml)}`);
  if (options.keep)
    keep(
      [...classes.values()].flatMap(({ example }) => {
        const [outcome, reason] = [yaml.differs(example), yaml.reasonOf(example)];
        return outcome && reason ? [{ outcome, reason, ...example }] : [];
      }),
      agreed,
    );
  const total = Object.values(outcomes).reduce((sum, times) => sum + times, 0);
  console.log(`${total} inputs`);
  process.exitCode = total === 0 || [...classes.keys()].some((name) => name.includes('UNEXPLAINED')) ? 1 : 0;
} finally {
  kubernetes.close();
  rmSync(folder, { recursive: true });
}

/**
 * Writes an example of each reason, keeps those of reasons that did not occur, and writes texts that both read alike.
 * @param {readonly import('../test/fuzz/yaml.js').Kept[]} examples
 * @param {readonly import('../test/fuzz/yaml.js').Kept[]} agreed
 */
function keep(examples, agreed) {
  const file = join(root, 'conformance/yaml/fuzzed.json');
  /** @type {import('../test/fuzz/yaml.js').Kept[]} */
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const byReason = new Map(
    [...before, ...examples].flatMap((one) => (one.reason ? [[`${one.outcome} ${one.reason}`, one]] : [])),
  );
  const lines = [...byReason.values(), ...agreed].map((one) => JSON.stringify(one));
  writeFileSync(file, `[\n${lines.join(',\n')}\n]\n`);
}
