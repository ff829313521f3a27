// Compares our controllers with recorded behavior of Argo Rollouts:
//   npm run conformance -- [--topic istio-hosts] [--name 'part of a name'] [--verbose]
//   npm run conformance -- --random 500 [--seed 1] [--shrink 5]   runs the recorder on random scenarios; needs Go
//   npm run conformance -- --random 500 --gateway-api           only scenarios with Gateway API routes
//   … --fresh-caches     the controller's caches see each write at once; otherwise, after the pass
//   … --whole            compares the whole status, including times of conditions, and empty values in Istio objects
//   … --recorder <file>  uses an existing recorder
//   npm run conformance -- --write <folder>    writes the scenarios as JSON, as the recorder reads them
//   npm run conformance -- --record [--topic]  records them again; needs Go
// A separate program, named in GATEWAY_API_PLUGIN, writes Gateway API routes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { builtWithGo } from './go.mjs';
import { imported } from './modules.mjs';
import { provideDefinitions } from './gateway-api-definitions.mjs';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    topic: { type: 'string' },
    name: { type: 'string' },
    release: { type: 'string', default: 'v1.9.1' },
    write: { type: 'string' },
    record: { type: 'boolean', default: false },
    random: { type: 'string' },
    'gateway-api': { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    shrink: { type: 'string', default: '5' },
    runs: { type: 'string', default: '3' },
    recorder: { type: 'string' },
    'fresh-caches': { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});

/** @type {typeof import('../test/conformance/conformance.js')} */
const conformance = await imported('test/conformance/conformance.ts', { format: 'esm', sourcemap: 'inline' });
const plugin = process.env['GATEWAY_API_PLUGIN'];
const topics = conformance
  .topicsOf(options.release)
  .filter(([topic]) => (options.topic === undefined || topic === options.topic) && !isLeftOut(topic));

/** @param {string} topic */
function isLeftOut(topic) {
  if (!options.record || plugin !== undefined || !topic.startsWith('gateway-api')) return false;
  console.log(`${topic} is not recorded: GATEWAY_API_PLUGIN does not name the program of the plugin.`);
  return true;
}

/** @param {string} folder */
function write(folder) {
  mkdirSync(folder, { recursive: true });
  return topics.map(([topic, scenarios]) => {
    const path = join(folder, `${topic}.json`);
    const lines = scenarios.map((scenario) => JSON.stringify(scenario)).join(',\n');
    writeFileSync(path, `[\n${lines}\n]\n`);
    return path;
  });
}

/** @param {string} folder */
function buildRecorder(folder) {
  if (plugin !== undefined) provideDefinitions();
  if (options.recorder !== undefined) return resolve(options.recorder);
  return builtWithGo(`conformance/recorder/${options.release}`, join(folder, 'recorder'));
}

/** Runs the recorder, and stores which scenarios it ran. */
function record() {
  const folder = mkdtempSync(join(tmpdir(), 'scenarios-'));
  const recorder = buildRecorder(folder);
  const out = join(folder, 'recordings');
  mkdirSync(out);
  execFileSync(recorder, ['-runs', options.runs, '-out', out, ...write(folder)], { stdio: 'inherit' });
  for (const folder of ['writes', options.release])
    mkdirSync(join(root, 'conformance/recordings', folder), { recursive: true });
  for (const [topic, scenarios] of topics) {
    /** @type {import('../test/conformance/recording.js').Recording} */
    const recording = JSON.parse(readFileSync(join(out, `${topic}.json`), 'utf8'));
    const own = { ...conformance.withoutCommon(root, topic, recording), of: conformance.digest(scenarios) };
    for (const [path, text] of conformance.keptTexts(root, topic, own)) writeFileSync(join(root, path), text);
  }
  rmSync(folder, { recursive: true });
}

/** @param {number} count */
async function search(count) {
  if (options['gateway-api'] && plugin === undefined) {
    console.log('Nothing is compared: GATEWAY_API_PLUGIN does not name the program of the plugin.');
    process.exitCode = 1;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'recorder-'));
  const recorder = new conformance.Recorder(buildRecorder(folder));
  const { release } = options;
  /** @type {Map<string, { times: number, first: Parameters<typeof conformance.minimise>[2] }>} */
  const found = new Map();
  let agreed = 0;
  let skipped = 0;
  for await (const judged of conformance.randomVerdicts(recorder, release, {
    count,
    seed: Number(options.seed),
    routers: options['gateway-api'] ? 'gateway-api' : 'built-in',
    ...(options['fresh-caches'] && { caches: 'fresh' }),
    ...(options.whole && { whole: true }),
  })) {
    if (judged.obstacle?.startsWith('recorder: ')) {
      skipped += 1;
      console.log(`${judged.obstacle}\n${JSON.stringify(judged.scenario)}\n`);
      continue;
    }
    if (judged.obstacle === undefined && judged.disagreements.length === 0) {
      agreed += 1;
      continue;
    }
    const signature = conformance.signature(judged);
    const group = found.get(signature);
    if (group) group.times += 1;
    else found.set(signature, { times: 1, first: judged });
  }
  const groups = [...found].sort(([, one], [, other]) => other.times - one.times);
  for (const [index, [signature, { times, first }]] of groups.entries()) {
    console.log(`${String(times).padStart(4)}  ${signature}`);
    if (index >= Number(options.shrink)) continue;
    const { scenario, obstacle, disagreements } = await conformance.minimise(recorder, release, first);
    if (obstacle !== undefined) console.log(obstacle);
    for (const disagreement of disagreements) console.log(conformance.describe(scenario, disagreement));
    console.log(`${JSON.stringify(scenario)}\n`);
  }
  recorder.close();
  rmSync(folder, { recursive: true });
  console.log(`${agreed} of ${count} random scenarios agree; ${skipped} could not be recorded.`);
  // A scenario that could not be recorded was not compared.
  process.exitCode = agreed < count || agreed === 0 ? 1 : 0;
}

function compare() {
  let agreed = 0;
  let disagreed = 0;
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const { topic, scenario, obstacle, disagreements } of conformance.verdicts(
    root,
    options.release,
    options,
  )) {
    if (obstacle === undefined && disagreements.length === 0) {
      agreed += 1;
      continue;
    }
    disagreed += 1;
    const title = `${topic}: ${scenario.name}`;
    if (obstacle !== undefined) add(groups, obstacle, title);
    const kinds = new Set(
      disagreements.map(({ object, path }) => `${object.split('/')[1] ?? ''}${path.replaceAll(/\d+/g, '*')}`),
    );
    for (const kind of kinds) add(groups, kind, title);
    if (options.name === undefined && !options.verbose) continue;
    console.log(`${title}\n${scenario.why}`);
    for (const disagreement of disagreements) console.log(conformance.describe(scenario, disagreement));
    console.log();
  }
  for (const [group, titles] of [...groups].sort(([, one], [, other]) => other.length - one.length)) {
    console.log(`${String(titles.length).padStart(4)}  ${group}`);
    for (const title of titles.slice(0, options.verbose ? titles.length : 3)) console.log(`        ${title}`);
  }
  console.log(`${agreed} scenarios agree, ${disagreed} do not.`);
  process.exitCode = disagreed > 0 || agreed === 0 ? 1 : 0;
}

/** @param {Map<string, string[]>} groups @param {string} group @param {string} title */
function add(groups, group, title) {
  const titles = groups.get(group);
  if (titles) titles.push(title);
  else groups.set(group, [title]);
}

if (options.write !== undefined) write(options.write);
else if (options.record) record();
else if (options.random !== undefined) await search(Number(options.random));
else compare();
