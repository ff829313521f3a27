// Compares what our AnalysisRun controller does with runs by chance with the controller of Argo Rollouts; needs Go:
//   npm run conformance:analysis-runs -- --count 3000 --seed 7 [--release v1.9.1] [--recorder <program>] [--show 3]
//   … --record    writes the runs that npm test compares with
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { builtWithGo } from './go.mjs';
import { imported } from './modules.mjs';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    release: { type: 'string', default: 'v1.9.1' },
    recorder: { type: 'string' },
    show: { type: 'string', default: '3' },
    record: { type: 'boolean', default: false },
  },
});

/** @type {typeof import('../test/rollouts/controllers/analysis-run/cases.js') & typeof import('../test/rollouts/controllers/analysis-run/conformance.js')} */
const { difference, kept, randomRuns } = await imported([
  'test/rollouts/controllers/analysis-run/cases.ts',
  'test/rollouts/controllers/analysis-run/conformance.ts',
]);

const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-analysis-runs-'));
try {
  const recorder =
    options.recorder ??
    builtWithGo(`conformance/recorder/${options.release}`, join(folder, 'recorder'), './runs');
  const seed = Number(options.seed);
  const cases = randomRuns(Number(options.count), seed);
  const { stdout, status, stderr } = spawnSync(recorder, {
    input: cases.map((one) => JSON.stringify(one)).join('\n'),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(stderr);
  /** @type {readonly { instants?: import('../test/rollouts/controllers/analysis-run/conformance.js').Instant[], error?: string }[]} */
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  if (answers.length !== cases.length) throw new Error('The recorder gave another number of answers.');
  if (options.record) record(seed, answers);
  else report(cases, answers);
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * @param {readonly import('../test/rollouts/controllers/analysis-run/cases.js').RunCase[]} cases
 * @param {readonly { instants?: import('../test/rollouts/controllers/analysis-run/conformance.js').Instant[], error?: string }[]} answers
 */
function report(cases, answers) {
  const version = /** @type {import('../src/kubernetes/objects/version.js').RolloutsVersion} */ (
    options.release.replace(/^v(\d+\.\d+).*/, '$1')
  );
  /** @type {Record<string, number>} */
  const ends = {};
  let [different, unrecorded, instants] = [0, 0, 0];
  for (const [index, one] of cases.entries()) {
    const { instants: recorded, error } = answers[index] ?? {};
    if (!recorded) {
      unrecorded += 1;
      console.log(`not recorded: ${error} ${JSON.stringify(one)}`);
      continue;
    }
    instants += recorded.length;
    const last = /** @type {{ phase?: string } | undefined} */ (
      recorded.findLast(({ statuses }) => statuses)?.statuses?.at(-1)
    );
    ends[last?.phase ?? 'none'] = (ends[last?.phase ?? 'none'] ?? 0) + 1;
    const found = difference(one, recorded, version);
    if (!found) continue;
    different += 1;
    if (different <= Number(options.show))
      console.log(JSON.stringify({ index, ...found, given: one }, null, 1));
  }
  console.log(`${cases.length} runs with ${instants} instants, by their last phase: ${JSON.stringify(ends)}`);
  console.log(`${different} different, ${unrecorded} not recorded`);
  process.exitCode = different + unrecorded > 0 || cases.length === 0 ? 1 : 0;
}

/**
 * @param {number} seed
 * @param {readonly { instants?: import('../test/rollouts/controllers/analysis-run/conformance.js').Instant[], error?: string }[]} answers
 */
function record(seed, answers) {
  const lines = answers
    .map(({ instants = [], error }) => {
      if (error !== undefined) throw new Error(error);
      return JSON.stringify(kept(instants));
    })
    .join(',\n');
  writeFileSync(
    join(root, `conformance/recordings/analysis-runs/${options.release}.json`),
    `{"seed":${seed},"runs":[\n${lines}\n]}\n`,
  );
}
