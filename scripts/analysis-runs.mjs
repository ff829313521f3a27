// Compares what our AnalysisRun controller does with runs by chance with the controller of Argo Rollouts; needs Go:
//   npm run conformance:analysis-runs -- --count 3000 --seed 7 [--release v1.9.1] [--recorder <program>] [--show 3]
//   … --record    writes the runs that npm test compares with
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { imported } from './modules.mjs';
import { lineOf, recorded } from './recorder.mjs';

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

const seed = Number(options.seed);
const cases = randomRuns(Number(options.count), seed);
/** @type {readonly { instants?: import('../test/rollouts/controllers/analysis-run/conformance.js').Instant[], error?: string }[]} */
const answers = recorded(options, './runs', cases);
if (options.record) record();
else report();

function report() {
  const version = lineOf(options.release);
  /** @type {Record<string, number>} */
  const ends = {};
  let [different, unrecorded, instants] = [0, 0, 0];
  for (const [index, one] of cases.entries()) {
    const { instants: known, error } = answers[index] ?? {};
    if (!known) {
      unrecorded += 1;
      console.log(`not recorded: ${error} ${JSON.stringify(one)}`);
      continue;
    }
    instants += known.length;
    const last = /** @type {{ phase?: string } | undefined} */ (
      known.findLast(({ statuses }) => statuses)?.statuses?.at(-1)
    );
    ends[last?.phase ?? 'none'] = (ends[last?.phase ?? 'none'] ?? 0) + 1;
    const found = difference(one, known, version);
    if (!found) continue;
    different += 1;
    if (different <= Number(options.show))
      console.log(JSON.stringify({ index, ...found, given: one }, null, 1));
  }
  console.log(`${cases.length} runs with ${instants} instants, by their last phase: ${JSON.stringify(ends)}`);
  console.log(`${different} different, ${unrecorded} not recorded`);
  process.exitCode = different + unrecorded > 0 || cases.length === 0 ? 1 : 0;
}

function record() {
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
