// Compares how our simulator plays updates by chance with the controllers of Argo Rollouts for Rollouts, Experiments and
// AnalysisRuns; needs Go:
//   npm run conformance:systems -- --count 200 --seed 7 [--release v1.9.1] [--recorder <program>] [--show 3] [--only 17]
//   … --record    writes the systems that npm run test:slow compares with; with --only, adds this one to them
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { imported } from './modules.mjs';
import { lineOf, recorded } from './recorder.mjs';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    release: { type: 'string', default: 'v1.9.1' },
    recorder: { type: 'string' },
    show: { type: 'string', default: '3' },
    only: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
});

/** @typedef {import('../test/play/systems/cases.js').SystemCase} SystemCase */
/** @typedef {{ moments?: import('../test/play/systems/conformance.js').SystemMoment[], error?: string }} Answer */

/** @type {typeof import('../test/play/systems/cases.js') & typeof import('../test/play/systems/conformance.js')} */
const { difference, randomSystems, recordedOutcome } = await imported([
  'test/play/systems/cases.ts',
  'test/play/systems/conformance.ts',
]);

const cases = randomSystems(Number(options.count), Number(options.seed))
  .map((one, index) => ({ one, index }))
  .filter(({ index }) => options.only === undefined || index === Number(options.only));
/** @type {readonly Answer[]} */
const answers = recorded(
  options,
  './systems',
  cases.map(({ one: { options: _, ...given } }) => given),
);
if (options.only !== undefined)
  console.log(JSON.stringify({ given: cases[0]?.one, recorded: answers[0] }, null, 1));
if (options.record) record();
else report();

function report() {
  const version = lineOf(options.release);
  /** @type {Record<string, number>} */
  const ends = {};
  let [different, unrecorded, moments] = [0, 0, 0];
  for (const [place, { one, index }] of cases.entries()) {
    const { moments: known, error } = answers[place] ?? {};
    if (!known) {
      unrecorded += 1;
      console.log(`${index} not recorded: ${error}`);
      continue;
    }
    moments += known.length;
    const { end } = recordedOutcome(one, known);
    ends[end] = (ends[end] ?? 0) + 1;
    const found = differenceIn(one, known, version);
    if (!found) continue;
    different += 1;
    if (different <= Number(options.show)) console.log(`${index} differs: ${found}`);
  }
  console.log(`${cases.length} systems with ${moments} moments, by their end: ${JSON.stringify(ends)}`);
  console.log(`${different} different, ${unrecorded} not recorded`);
  process.exitCode = different + unrecorded > 0 || cases.length === 0 ? 1 : 0;
}

/**
 * @param {SystemCase} one
 * @param {readonly import('../test/play/systems/conformance.js').SystemMoment[]} known
 * @param {import('../src/kubernetes/objects/version.js').RolloutsVersion} version
 */
function differenceIn(one, known, version) {
  try {
    const found = difference(one, known, version);
    return found && JSON.stringify(found);
  } catch (error) {
    return String(error);
  }
}

function record() {
  const outcomes = cases.map(({ one }, place) => {
    const { moments, error } = answers[place] ?? {};
    if (!moments) throw new Error(error);
    return recordedOutcome(one, moments);
  });
  const folder = join(root, 'conformance/recordings/systems');
  const file = join(folder, `${options.release}.json`);
  const seed = Number(options.seed);
  mkdirSync(folder, { recursive: true });
  if (options.only === undefined) {
    write(file, { seed, outcomes, others: [] });
    return;
  }
  /** @type {import('../test/play/systems/conformance.js').RecordedSystems} */
  const known = JSON.parse(readFileSync(file, 'utf8'));
  const others = known.others.filter((other) => other.seed !== seed || other.index !== cases[0]?.index);
  const own = cases.map(({ index }, place) => ({ seed, index, outcome: outcomes[place] }));
  write(file, { ...known, others: [...others, ...own] });
}

/** @param {string} file @param {{ seed: number, outcomes: readonly unknown[], others: readonly unknown[] }} content */
function write(file, { seed, outcomes, others }) {
  const lines = (/** @type {readonly unknown[]} */ all) => all.map((one) => JSON.stringify(one)).join(',\n');
  writeFileSync(
    file,
    `{"seed":${seed},"outcomes":[\n${lines(outcomes)}\n],"others":[\n${lines(others)}\n]}\n`.replace(
      '[\n\n]',
      '[]',
    ),
  );
}
