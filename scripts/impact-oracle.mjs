// Compares what `rolloutkit impact` plays with the real controller, pass by pass:
//   npm run conformance:impact -- --random 500 [--seed 1]   random changes, at each moment at which they can arrive
//   npm run conformance:impact -- --change 'only replicas'  one of the recorded changes
//   npm run conformance:impact -- --record                  records changed cases again
//   … --recorder <file>                                     uses an existing recorder
//   … --verbose                                             prints differing scenarios as JSON
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { builtWithGo } from './go.mjs';
import { besideItself, imported } from './modules.mjs';

const { values: options } = parseArgs({
  options: {
    random: { type: 'string' },
    change: { type: 'string' },
    record: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    recorder: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});

/** @type {typeof import('../test/play/impact/asking.js')} */
const oracle = await imported('test/play/impact/asking.ts', {
  format: 'esm',
  sourcemap: 'inline',
  define: besideItself('test/play/impact/asking.ts'),
});
const folder = mkdtempSync(join(tmpdir(), 'recorder-'));
const recorder = new oracle.Recorder(
  options.recorder === undefined
    ? builtWithGo('conformance/recorder/v1.9.1', join(folder, 'recorder'))
    : resolve(options.recorder),
);
try {
  if (options.record) await record();
  else if (options.change !== undefined) await show(options.change);
  else await search(Number(options.random ?? '500'), Number(options.seed));
} finally {
  recorder.close();
  rmSync(folder, { recursive: true });
}

async function record() {
  const cases = [];
  const known = existsSync(oracle.recordedFile) ? oracle.readRecorded() : {};
  for (const name of oracle.recordedChanges.keys()) {
    const lines = [];
    for (const played of oracle.recordedCases(name)) {
      const of = oracle.digestOf(played.scenario);
      const own = known[name]?.[played.when];
      const moments = own?.of === of ? own.moments : await oracle.askedForGood(recorder, played);
      lines.push(`${JSON.stringify(played.when)}: ${JSON.stringify({ of, moments })}`);
    }
    cases.push(`${JSON.stringify(name)}: {\n${lines.join(',\n')}\n}`);
    console.log(`${String(lines.length).padStart(4)}  ${name}`);
  }
  writeFileSync(oracle.recordedFile, `{"version": "v1.9.1", "cases": {\n${cases.join(',\n')}\n}}\n`);
}

/** @param {string} part of its name */
async function show(part) {
  let [equal, count] = [0, 0];
  for (const name of [...oracle.recordedChanges.keys()].filter((one) => one.includes(part)))
    for (const played of oracle.recordedCases(name)) {
      count += 1;
      const judged = oracle.judge(played, await recorder.ask(played.scenario));
      if (judged.obstacle === undefined && judged.disagreements.length === 0) equal += 1;
      else tell({ ...played, ...judged });
    }
  console.log(`${equal} of ${count} cases agree.`);
  process.exitCode = equal < count || equal === 0 ? 1 : 0;
}

/** @param {Pick<import('../test/play/impact/asking.js').Asked, 'scenario' | 'obstacle' | 'disagreements'>} asked */
function tell({ scenario, obstacle, disagreements }) {
  console.log(scenario.name);
  if (obstacle !== undefined) console.log(`  ${obstacle}`);
  for (const disagreement of disagreements.slice(0, 8)) console.log(oracle.describe(scenario, disagreement));
  if (options.verbose) console.log(JSON.stringify(scenario));
  console.log();
}

/** @param {number} count @param {number} seed */
async function search(count, seed) {
  let [equal, unstable, moments] = [0, 0, 0];
  /** @type {Map<string, number>} */
  const kinds = new Map();
  for await (const asked of oracle.askedByChance(recorder, { count, seed })) {
    for (const kind of new Set([...asked.edits, asked.when === 'rest' ? 'at rest' : 'in mid-update']))
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const { obstacle, disagreements, isUnstable } = asked;
    if (isUnstable) {
      unstable += 1;
      console.log('Upstream does not always do the same:');
    }
    if (obstacle === undefined && disagreements.length === 0) {
      equal += 1;
      moments += asked.snapshots.reduce((sum, { passes }) => sum + passes.length, 0);
    } else tell(asked);
  }
  console.log([...kinds].map(([kind, times]) => `${kind} ${times}`).join(', '));
  console.log(
    `${equal} of ${count} cases agree, in all ${moments} passes; in ${unstable} others the controller does now what we say, now something else.`,
  );
  process.exitCode = equal + unstable < count || equal === 0 ? 1 : 0;
}
