// Changes sources by chance, one place at a time, and says which changes the fast tests find:
//   npm run mutants -- --seed 1 [--count 100] [--rooms rollouts/controllers,argocd] [--share 0.9] [--limit 120] [--list]
// A mutant is killed where a test fails or the run does not end within --limit seconds. Each test file that reaches its place is
// run, the cheapest first. It is an error if less than --share are killed of those that scripts/mutants/equivalent.json does not
// explain, or if nothing was changed. --list only says what would be changed. Sources are changed in a copy of the checkout.
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { imported } from './modules.mjs';
import { chosen } from './mutants/choose.mjs';
import { copyWith } from './mutants/copy.mjs';
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
  },
});

const root = join(import.meta.dirname, '..');
const rooms = options.rooms.split(',');
const { Random } = await imported('test/fuzz/random.ts');
const mutants = chosen(root, rooms, Number(options.count), new Random(Number(options.seed), 0));
if (mutants.length === 0) throw new Error(`Nothing can be changed in ${options.rooms}.`);
if (options.list) for (const mutant of mutants) console.log(described(mutant));
else await tryAll();

async function tryAll() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rolloutkit-mutants-')));
  try {
    copyWith(root, folder, mutants);
    const reach = await reachOf(folder);
    /** @type {Outcome[]} */
    const outcomes = [];
    for (const [index, mutant] of mutants.entries()) {
      const outcome = { mutant, ...(await judged(folder, index, mutant, reach)) };
      outcomes.push(outcome);
      console.log(`${outcome.state.padEnd(10)} ${described(mutant)}${outcome.by && `  [${outcome.by}]`}`);
    }
    report(outcomes);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder @param {number} index @param {Mutant} mutant @param {import('./mutants/run.mjs').Reach} reach */
async function judged(folder, index, mutant, reach) {
  const { state, by } = await tried(folder, index, reach, Number(options.limit));
  const why = state === 'survived' ? explained(mutant) : undefined;
  return why === undefined ? { state, by } : { state: 'equivalent', by: why };
}

/** Why a mutant does the same as the original, if that is written down. @param {Mutant} mutant */
function explained({ file, from, to }) {
  /** @type {{ file: string, from: string, to: string, why: string }[]} */
  const list = JSON.parse(readFileSync(join(import.meta.dirname, 'mutants/equivalent.json'), 'utf8'));
  return list.find((one) => one.file === file && one.from === plain(from) && one.to === plain(to))?.why;
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
  for (const room of rooms) {
    const own = outcomes.filter(({ mutant }) => mutant.file.startsWith(`src/${room}/`));
    console.log(`${room}: ${count(own, 'killed')} of ${own.length - count(own, 'equivalent')} killed`);
  }
  const [killed, equivalent] = [count(outcomes, 'killed'), count(outcomes, 'equivalent')];
  const survived = outcomes.length - killed - equivalent;
  console.log(
    `${killed} mutants killed, ${survived} survived, ${equivalent} equivalent (seed ${options.seed}).`,
  );
  process.exitCode = killed > 0 && killed >= Number(options.share) * (killed + survived) ? 0 : 1;
}
