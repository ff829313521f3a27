// Repositories whose configuration starts programs.
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rollout } from './pieces.mjs';

/** @typedef {import('./world.mjs').World} World */
/** @typedef {import('./attack.mjs').Attack} Attack */
/** @typedef {import('./attack.mjs').Run} Run */

/** What reads a repository. `rollback` writes nothing with --dry-run. */
export const readers = /** @type {Run[]} */ ([
  { args: ['lint', '--changed=HEAD~1', '.'], exit: [0, 1], finds: false },
  { args: ['lint', '--staged', '.'], exit: [0, 1], finds: false },
  { args: ['lint', '--changed=HEAD~1', '--render', '.'], exit: [0, 1], finds: false },
  { args: ['rollback', '--dry-run', 'web'], exit: [0, 1], finds: false },
  { args: ['impact', '--base', 'HEAD~1', '--render', '.'], exit: [0, 1], finds: false },
]);

/**
 * Two commits that change what a Rollout runs, so that there is a change to look at and a state to go back to.
 * @param {World} world
 */
export function twice(world) {
  world.write('web/kustomization.yaml', 'resources: [rollout.yaml]\n');
  world.write('web/rollout.yaml', rollout('web'));
  world.commit('First');
  world.write('web/rollout.yaml', rollout('web').replace('web:1', 'web:2'));
}

/**
 * @param {string} name
 * @param {(world: World) => void} build before the clone
 * @param {(world: World) => void} configure what the user has in the clone, or the machine has in the home
 * @param {(world: World) => boolean | Promise<boolean>} proof
 * @param {Partial<Attack>} [rest]
 * @returns {Attack}
 */
export const attack = (name, build, configure, proof, rest = {}) => ({
  name: `git: ${name}`,
  programs: ['git'],
  build(world) {
    twice(world);
    build(world);
    world.checkOut();
    // Something is staged, and the file of the attack has another time: git has to look into it.
    appendFileSync(path.join(world.repo, 'legit/service.yaml'), '# staged\n');
    world.gitIn(world.repo, 'add', 'legit/service.yaml');
    configure(world);
    const file = path.join(world.repo, 'legit/rollout.yaml');
    writeFileSync(file, readFileSync(file));
    rmSync(world.canary, { force: true });
  },
  runs: readers,
  proof,
  ...rest,
});

/** @param {World} world @param {string[]} args */
export const fires = async (world, ...args) => {
  await world.run('git', args);
  return world.fired;
};

/** @param {World} world @param {string} text */
export const config = (world, text) => appendFileSync(path.join(world.repo, '.git/config'), text);

/**
 * A folder of the repository that is a bare repository, and a work tree of itself.
 * @param {World} world
 * @param {string} folder
 * @param {string} core further lines of its configuration
 */
export function bare(world, folder, core) {
  const inner = path.join(world.root, 'inner');
  mkdirSync(inner);
  world.gitIn(inner, 'init', '--quiet');
  for (const image of ['web:1', 'web:2']) {
    writeFileSync(path.join(inner, 'rollout.yaml'), rollout('web').replace('web:1', image));
    world.gitIn(inner, 'add', '--all');
    world.gitIn(inner, 'commit', '--quiet', '--message', image);
  }
  const target = path.join(world.origin, folder);
  mkdirSync(target, { recursive: true });
  for (const name of ['HEAD', 'config', 'objects', 'refs', 'index'])
    cpSync(path.join(inner, '.git', name), path.join(target, name), { recursive: true });
  // Git keeps no empty folders.
  for (const name of ['objects/info', 'objects/pack', 'refs/tags']) world.write(`${folder}/${name}/keep`, '');
  cpSync(path.join(inner, 'rollout.yaml'), path.join(target, 'rollout.yaml'));
  const text = readFileSync(path.join(target, 'config'), 'utf8');
  world.write(`${folder}/config`, `${text}[core]\n\tbare = false\n\tworktree = .\n${core}`);
  rmSync(inner, { recursive: true });
}

/**
 * @param {string} name
 * @param {(world: World) => string} core
 * @param {string[]} bareGit
 * @returns {Attack}
 */
export const inBare = (name, core, bareGit) => ({
  name: `git: the working folder is a bare repository with ${name}`,
  programs: ['git'],
  build(world) {
    bare(world, 'apps', core(world));
    world.checkOut();
    appendFileSync(path.join(world.repo, 'apps/rollout.yaml'), '# changed\n');
  },
  runs: [
    ...readers.map((run) => ({ ...run, cwd: 'apps', exit: [0, 1, 2, 4] })),
    { args: ['init', '--dry-run'], cwd: 'apps', exit: [0, 1, 2, 4], finds: false },
    { args: ['lint', '..'], cwd: 'apps', exit: [1] },
    { args: ['rollback', 'web'], cwd: 'apps', exit: [0, 1, 2, 4], finds: false },
  ],
  async proof(world) {
    await world.run('git', bareGit, { cwd: path.join(world.repo, 'apps') });
    return world.fired;
  },
});

/** @param {World} world @param {string} name */
export function isThere(world, name) {
  return existsSync(path.join(world.repo, name));
}
