// Changes sources by chance, one place at a time, and says which changes the fast tests find:
//   npm run mutants -- --seed 1 [--count 100] [--rooms rollouts/controllers,argocd] [--share 0.9] [--limit 120] [--list] [--near]
//   npm run mutants -- --at src/argocd/match.ts:56,src/argocd/jq/lexer.ts:110-120    all mutants of some lines, not by chance
// A mutant is killed where a test fails or the run does not end within --limit seconds. The test files near the changed sources
// that reach its place are run first, the cheapest before others, and the rest only for what these do not find, or with --near
// not at all. It is an error if less than --share are killed of those that scripts/mutants/equivalent.json does not
// explain, or if nothing was changed. --list only says what would be changed. Sources are changed in a copy of the checkout.
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { imported } from './modules.mjs';
import { chosen, chosenAt } from './mutants/choose.mjs';
import { copyWith } from './mutants/copy.mjs';
import { fastTests, nearTo } from './mutants/near.mjs';
import { reachOf, tried } from './mutants/run.mjs';

/** @typedef {import('./mutants/find.mjs').Mutant} Mutant */
/** @typedef {{ mutant: Mutant, state: string, by: string }} Outcome */

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    rooms: {
      type: 'string',
      default: 'rollouts/controllers,rollouts/routers,argocd,play,repository/graph,rules',
    },
    share: { type: 'string', default: '0.9' },
    limit: { type: 'string', default: '120' },
    list: { type: 'boolean', default: false },
    near: { type: 'boolean', default: false },
    at: { type: 'string' },
  },
});

const root = join(import.meta.dirname, '..');
const rooms = options.rooms.split(',');
const mutants = options.at ? chosenAt(root, options.at.split(',')) : await byChance(Number(options.seed));
if (mutants.length === 0) throw new Error(`Nothing can be changed in ${options.at ?? options.rooms}.`);
if (options.list) for (const mutant of mutants) console.log(described(mutant));
else await tryAll();

/** @param {number} seed */
async function byChance(seed) {
  const { Random } = await imported('test/fuzz/random.ts');
  return chosen(root, rooms, Number(options.count), new Random(seed, 0));
}

async function tryAll() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rolloutkit-mutants-')));
  try {
    copyWith(root, folder, mutants);
    const tests = fastTests(folder);
    const near = [...new Set(mutants.flatMap(({ file }) => nearTo(tests, file)))];
    const outcomes = await allJudged(folder, near);
    const others = tests.filter((test) => !near.includes(test));
    if (!options.near && others.length > 0 && outcomes.some(({ state }) => state === 'survived')) {
      await judgeAgain(folder, outcomes, others);
      for (const { state, mutant, by } of outcomes)
        if (state !== 'killed') console.log(`${state.padEnd(10)} ${described(mutant)}  [${by}]`);
    }
    report(outcomes);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What some test files find of all mutants. @param {string} folder @param {readonly string[]} tests @returns {Promise<Outcome[]>} */
async function allJudged(folder, tests) {
  const reach = await reachOf(folder, tests);
  /** @type {Outcome[]} */
  const outcomes = [];
  for (const [index, mutant] of mutants.entries()) {
    const { state, by } = await tried(folder, index, reach, Number(options.limit));
    const why = state === 'survived' ? explained(mutant) : undefined;
    /** @type {Outcome} */
    const outcome = why === undefined ? { mutant, state, by } : { mutant, state: 'equivalent', by: why };
    outcomes.push(outcome);
    console.log(`${outcome.state.padEnd(10)} ${described(mutant)}${outcome.by && `  [${outcome.by}]`}`);
  }
  return outcomes;
}

/** What other test files find of those that survived. @param {string} folder @param {Outcome[]} outcomes @param {readonly string[]} tests */
async function judgeAgain(folder, outcomes, tests) {
  const reach = await reachOf(folder, tests);
  for (const [index, { mutant, state, by }] of outcomes.entries()) {
    if (state !== 'survived') continue;
    const again = await tried(folder, index, reach, Number(options.limit));
    outcomes[index] = {
      mutant,
      state: again.state,
      by: again.state === 'killed' ? again.by : `${by}, ${again.by}`,
    };
    if (again.state === 'killed') console.log(`killed     ${described(mutant)}  [${again.by}]`);
  }
}

/** Why a mutant does the same as the original, if that is written down. @param {Mutant} mutant */
function explained({ file, line, from, to }) {
  /** @type {{ file: string, from: string, to: string, on?: string, why: string }[]} `on` is a part of the line. */
  const list = JSON.parse(readFileSync(join(import.meta.dirname, 'mutants/equivalent.json'), 'utf8'));
  const text = readFileSync(join(root, file), 'utf8').split('\n')[line - 1] ?? '';
  const isMeant = (/** @type {typeof list[0]} */ one) =>
    one.file === file && one.from === plain(from) && one.to === plain(to) && text.includes(one.on ?? '');
  return list.find(isMeant)?.why;
}

/** @param {Mutant} mutant */
function described({ file, line, from, to }) {
  return `${file}:${line}  ${plain(from)}  →  ${plain(to)}`;
}

/** @param {string} text */
function plain(text) {
  return text.replaceAll(/\s+/g, ' ');
}

/** @param {readonly Outcome[]} outcomes */
function report(outcomes) {
  const count = (/** @type {readonly Outcome[]} */ list, /** @type {string} */ state) =>
    list.filter((one) => one.state === state).length;
  for (const room of options.at ? [] : rooms) {
    const own = outcomes.filter(({ mutant }) => mutant.file.startsWith(`src/${room}/`));
    console.log(`${room}: ${count(own, 'killed')} of ${own.length - count(own, 'equivalent')} killed`);
  }
  const [killed, equivalent] = [count(outcomes, 'killed'), count(outcomes, 'equivalent')];
  const survived = outcomes.length - killed - equivalent;
  console.log(
    `${killed} mutants killed, ${survived} survived, ${equivalent} equivalent (${options.at ?? `seed ${options.seed}`}).`,
  );
  process.exitCode = killed > 0 && killed >= Number(options.share) * (killed + survived) ? 0 : 1;
}
