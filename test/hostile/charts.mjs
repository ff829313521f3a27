// Charts of attackers, and how Helm meets them.
import path from 'node:path';
import { application, chart } from './pieces.mjs';

/** @typedef {import('./world.mjs').World} World */

export const rendering = [{ args: ['lint', '--render', '.'], exit: [1, 4] }];

/**
 * What the real helm does with a chart of the repository.
 * @param {World} world
 * @param {string[]} args
 */
export const helm = (world, ...args) =>
  world.run('helm', ['template', ...args], { cwd: path.join(world.repo, 'chart'), seconds: 5 });

/**
 * An attack by the name of an Application, which is that of the release.
 * @param {string} name
 * @param {string} what
 * @param {(world: World) => string} release
 * @param {(world: World) => boolean | Promise<boolean>} proof
 * @returns {import('../attack.mjs').Attack}
 */
export const byRelease = (name, what, release, proof) => ({
  name: `helm: ${name}`,
  programs: ['helm'],
  build(world) {
    chart(world, 'chart');
    world.write('chart/evil.sh', world.script, 0o755);
    world.write('rolloutkit.yaml', 'render: true\n');
    const given = release(world);
    const app =
      what === 'name'
        ? application({ name: given, path: 'chart' })
        : application({ name: 'shop', path: 'chart', helm: { releaseName: given } });
    world.write('app.yaml', app);
  },
  runs: [
    { args: ['lint', '.'], exit: [1] },
    ...rendering,
    { args: ['simulate', '--render', '.'], exit: [1, 4] },
    { args: ['drift', '--render', '.'], exit: [0, 1, 2, 4], finds: false },
  ],
  proof,
});

/** A chart that is bad in itself.
 * @param {string} name
 * @param {(world: World) => void} build
 * @param {(world: World) => boolean | Promise<boolean>} proof
 * @param {Partial<import('../attack.mjs').Run>} [run]
 * @returns {import('../attack.mjs').Attack}
 */
export const byChart = (name, build, proof, run = {}) => ({
  name: `helm: ${name}`,
  programs: ['helm'],
  build(world) {
    chart(world, 'chart');
    build(world);
  },
  runs: [{ args: ['lint', '--render', '--render-timeout', '8', '.'], exit: [1, 4], seconds: 30, ...run }],
  proof,
});
