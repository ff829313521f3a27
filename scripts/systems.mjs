// Compares how our simulator plays updates by chance with the controllers of Argo Rollouts for Rollouts, Experiments and
// AnalysisRuns; needs Go:
//   npm run conformance:systems -- --count 200 --seed 7 [--release v1.9.1] [--recorder <program>] [--show 3] [--only 17]
//   … --record    writes the systems that npm test compares with
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { builtWithGo } from './go.mjs';
import { imported } from './modules.mjs';

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

const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-systems-'));
try {
  const recorder =
    options.recorder ??
    builtWithGo(`conformance/recorder/${options.release}`, join(folder, 'recorder'), './systems');
  const all = randomSystems(Number(options.count), Number(options.seed)).map((one, index) => ({
    one,
    index,
  }));
  const cases = all.filter(({ index }) => options.only === undefined || index === Number(options.only));
  const { stdout, status, stderr } = spawnSync(recorder, {
    input: cases.map(({ one: { options: _, ...given } }) => JSON.stringify(given)).join('\n'),
    encoding: 'utf8',
    maxBuffer: 2 ** 31 - 1,
  });
  if (status !== 0) throw new Error(stderr);
  /** @type {readonly Answer[]} */
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  if (answers.length !== cases.length) throw new Error('The recorder gave another number of answers.');
  if (options.only !== undefined)
    console.log(JSON.stringify({ given: cases[0]?.one, recorded: answers[0] }, null, 1));
  if (options.record) record(cases, answers);
  else report(cases, answers);
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * @param {readonly { readonly one: SystemCase, readonly index: number }[]} cases
 * @param {readonly Answer[]} answers
 */
function report(cases, answers) {
  const version = /** @type {import('../src/kubernetes/objects/version.js').RolloutsVersion} */ (
    options.release.replace(/^v(\d+\.\d+).*/, '$1')
  );
  /** @type {Record<string, number>} */
  const ends = {};
  let [different, unrecorded, moments] = [0, 0, 0];
  for (const [place, { one, index }] of cases.entries()) {
    const { moments: recorded, error } = answers[place] ?? {};
    if (!recorded) {
      unrecorded += 1;
      console.log(`${index} not recorded: ${error}`);
      continue;
    }
    moments += recorded.length;
    const { end } = recordedOutcome(one, recorded);
    ends[end] = (ends[end] ?? 0) + 1;
    const found = differenceIn(one, recorded, version);
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
 * @param {readonly import('../test/play/systems/conformance.js').SystemMoment[]} recorded
 * @param {import('../src/kubernetes/objects/version.js').RolloutsVersion} version
 */
function differenceIn(one, recorded, version) {
  try {
    const found = difference(one, recorded, version);
    return found && JSON.stringify(found);
  } catch (error) {
    return String(error);
  }
}

/**
 * @param {readonly { readonly one: SystemCase, readonly index: number }[]} cases
 * @param {readonly Answer[]} answers
 */
function record(cases, answers) {
  const lines = cases.map(({ one }, place) => {
    const { moments, error } = answers[place] ?? {};
    if (!moments) throw new Error(error);
    return JSON.stringify(recordedOutcome(one, moments));
  });
  mkdirSync(join(root, 'conformance/recordings/systems'), { recursive: true });
  writeFileSync(
    join(root, `conformance/recordings/systems/${options.release}.json`),
    `{"seed":${Number(options.seed)},"outcomes":[\n${lines.join(',\n')}\n]}\n`,
  );
}
