// One attack: its repository, the commands that meet it, and what must not come of that.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { offences } from './judge.mjs';
import { watch } from './watch.mjs';
import { World } from './world.mjs';

/**
 * @typedef {object} Run
 * @property {string[]} [args] of rolloutkit
 * @property {(world: World) => string[]} [command] instead of rolloutkit
 * @property {string} [cwd] from the root of the repository
 * @property {Record<string, string>} [env]
 * @property {string | ((world: World) => string)} [input]
 * @property {boolean} [keepsInput] whether the input stays open, so that the command ends by what it reads there
 * @property {number[]} exit the codes that are right
 * @property {RegExp | false} [finds] what is printed all the same: an attack must not silence the finding of every repository
 * @property {RegExp[]} [writes] files of the repository that the command may write
 * @property {boolean} [isRace] whether somebody changes folders meanwhile, so that what is opened is not what was looked at; what is printed still counts
 * @property {RegExp[]} [reads] files of the home that the command may read
 * @property {RegExp} [caches] files of the home that programs keep for themselves
 * @property {RegExp[]} [programs] others that it may start
 * @property {(world: World) => RegExp[]} [contacts] what the command line asks for
 * @property {boolean} [isForTerminal] false where the output is data
 * @property {(world: World, output: string) => Promise<string[]> | string[]} [check] what else is wrong
 * @property {number} [seconds] of processor time
 * @property {number} [megabytes]
 *
 * @typedef {object} Attack
 * @property {string} name
 * @property {('git' | 'helm' | 'kustomize' | 'kubectl' | 'npx')[]} [programs] that the attack is about
 * @property {(world: World) => void | Promise<void>} build writes the repository; checks it out if that takes more than a clone
 * @property {Run[]} runs
 * @property {(world: World) => (() => void) | void} [meanwhile] what goes on during the runs; returns how to end it
 * @property {(world: World) => boolean | Promise<boolean>} proof whether the real program, run without our care, does the bad thing; runs last
 * @property {(world: World) => string[]} [after] what else is wrong when all has run
 */

/** What every run is held to, where it says nothing else: far more than an honest repository of this size takes. */
const [maxSeconds, maxMegabytes] = [6, 1024];
/** When a run is ended that waits for something, in seconds of the wall: a machine may have much else to do. */
const limit = 120;

/**
 * @param {Attack} attack
 * @param {{ folder: string, installation: string, programs: Record<string, string> }} place
 * @returns {Promise<{ isReal: boolean, problems: string[], milliseconds: number }>}
 */
export async function attempt(attack, { folder, installation, programs }) {
  const start = performance.now();
  mkdirSync(folder, { recursive: true });
  const world = new World(folder, programs, installation);
  try {
    await world.listen();
    await attack.build(world);
    if (!existsSync(world.repo)) world.checkOut();
    const problems = await met(attack, world);
    world.contacts = 0;
    // Last, for what it does cannot be undone.
    const isReal = await attack.proof(world);
    return { isReal, problems, milliseconds: performance.now() - start };
  } finally {
    world.close();
    if (process.env['HOSTILE_KEEP'] === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * What goes wrong when rolloutkit meets an attack.
 * @param {Attack} attack
 * @param {World} world
 */
async function met(attack, world) {
  const before = world.snapshot();
  const stop = attack.meanwhile?.(world);
  const found = [];
  try {
    for (const run of attack.runs)
      for (const problem of await judged(world, run)) found.push(`${describe(run)}: ${problem}`);
  } finally {
    stop?.();
  }
  const after = world.snapshot();
  const differs = [
    ...before.filter((line) => !after.includes(line)),
    ...after.filter((line) => !before.includes(line)),
  ].filter((line) => !attack.runs.some(({ caches }) => caches?.test(path.relative(world.home, line))));
  if (differs.length > 0) found.push(`changes what is outside: ${differs.join('; ')}`);
  if (world.contacts > 0 && !attack.runs.some((run) => run.contacts)) found.push('reaches a port');
  return [...found, ...(attack.after?.(world) ?? [])];
}

/**
 * @param {World} world
 * @param {Run} run
 */
async function judged(world, run) {
  const command = run.command?.(world) ?? [
    process.execPath,
    path.join(world.installation, 'bin/rolloutkit.js'),
    ...(run.args ?? []).map((arg) => arg.replaceAll('{root}', world.root)),
  ];
  const cwd = path.join(world.repo, run.cwd ?? '');
  const env = { ...world.env, ...run.env };
  const input = typeof run.input === 'function' ? run.input(world) : run.input;
  const { keepsInput = false } = run;
  const seen = await watch(world, command, { cwd, env, input, keepsInput, limit });
  const problems = offences(world, seen, {
    writes: run.writes ?? [],
    reads: run.reads ?? [],
    isRace: run.isRace === true,
    caches: run.caches,
    contacts: run.contacts?.(world) ?? [],
    programs: run.programs ?? [],
    isForTerminal: run.isForTerminal !== false,
  });
  const output = `${seen.stdout.toString()}${seen.stderr.toString()}`;
  if (process.env['HOSTILE_VERBOSE'] !== undefined) console.log(`${describe(run)}\n${output}`);
  if (world.fired) problems.push('runs code of the repository');
  rmSync(world.canary, { force: true });
  if (seen.isLate) problems.push(`does not end within ${limit} s`);
  else if (!run.exit.includes(seen.code ?? -1))
    problems.push(
      `exits with ${seen.code}, not ${run.exit.join(' or ')}: ${JSON.stringify(output.slice(-300))}`,
    );
  const finds = run.finds ?? /legit-stable-is-absent/;
  if (finds && !finds.test(output)) problems.push(`does not say ${finds}`);
  problems.push(...((await run.check?.(world, output)) ?? []));
  const { seconds = maxSeconds, megabytes = maxMegabytes } = run;
  if (seen.seconds > seconds)
    problems.push(`takes ${seen.seconds.toFixed(1)} s of processor, not ${seconds}`);
  if (seen.megabytes > megabytes) problems.push(`takes ${seen.megabytes.toFixed(0)} MB, not ${megabytes}`);
  const left = readdirSync(world.tmp);
  if (left.length > 0) problems.push(`leaves ${left.join(', ')} in the temporary folder`);
  for (const name of left) rmSync(path.join(world.tmp, name), { recursive: true, force: true });
  return problems;
}

/** @param {Run} run */
function describe({ args, command, cwd }) {
  return `${cwd === undefined ? '' : `${cwd}$ `}${JSON.stringify(args?.join(' ') ?? String(command)).slice(1, -1)}`;
}

/**
 * The program as a package has it, in a folder of its own. What the list of files leaves out (`!docs/images`) comes along:
 * it is not run.
 * @param {string} root
 * @param {string} folder
 * @param {{ files: string[], dependencies: Record<string, string> }} packageJson
 */
export function install(root, folder, { files, dependencies }) {
  for (const name of [
    ...files.filter((name) => !name.startsWith('!')),
    'package.json',
    ...needed(root, Object.keys(dependencies)).map((one) => `node_modules/${one}`),
  ])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
}

/**
 * Packages with all that they need.
 * @param {string} root
 * @param {string[]} names
 */
function needed(root, names) {
  const all = new Set(names);
  for (const name of all) {
    const file = path.join(root, 'node_modules', name, 'package.json');
    const /** @type {{ dependencies?: Record<string, string> }} */ { dependencies = {} } = JSON.parse(
        readFileSync(file, 'utf8'),
      );
    for (const one of Object.keys(dependencies)) all.add(one);
  }
  return [...all];
}
